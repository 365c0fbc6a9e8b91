import type { About } from '../game';

export default {
  authors: ['Günter Burkhardt'],
  year: 1999,
  minutes: { bots: 10, people: 30 },
  cloth: { light: '#bcd0bf', dark: '#1f3a33' },
} satisfies About;
