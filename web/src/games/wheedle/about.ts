import type { About } from '../game';

export default {
  authors: ['Reiner Knizia'],
  minutes: { bots: 6, people: 4 },
  cloth: { light: '#b9cfdd', dark: '#1d3346' },
} satisfies About;
