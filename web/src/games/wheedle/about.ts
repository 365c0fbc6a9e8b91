import type { About } from '../game';

export default { minutes: 30, cloth: { light: '#b9cfdd', dark: '#1d3346' } } satisfies About;
