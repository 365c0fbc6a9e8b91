import type { About } from '../game';

export default {
  authors: ['Wolfgang Kramer', 'Michael Kiesling'],
  year: 1998,
  minutes: { bots: 4, people: 15 },
  cloth: { light: '#dcbf94', dark: '#46331d' },
} satisfies About;
