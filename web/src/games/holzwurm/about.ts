import type { About } from '../game';

export default { minutes: 30, cloth: { light: '#dcbf94', dark: '#46331d' } } satisfies About;
