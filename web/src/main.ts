import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { listen } from './lib/router.svelte';

listen();
mount(App, { target: document.getElementById('app')! });
