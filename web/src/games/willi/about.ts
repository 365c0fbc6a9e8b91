import type { About } from '../game';

export default { minutes: 40, cloth: { light: '#bcd0bf', dark: '#1f3a33' } } satisfies About;
