import type { About } from '../game';

export default {
  authors: ['Doris Matthäus', 'Frank Nestel'],
  year: 1995,
  minutes: { bots: 10, people: 30 },
  cloth: { light: '#c9c2dd', dark: '#322a4a' },
} satisfies About;
