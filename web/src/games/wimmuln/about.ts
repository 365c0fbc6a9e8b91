import type { About } from '../game';

export default { minutes: 45, cloth: { light: '#c9c2dd', dark: '#322a4a' } } satisfies About;
