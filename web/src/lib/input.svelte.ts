/** How one plays at the moment: with a pointer, or by keyboard or screen reader, whose clicks have no `detail`. */
export const input = $state({ pointer: true });

if (typeof addEventListener !== 'undefined') {
  addEventListener('pointerdown', () => (input.pointer = true), { capture: true, passive: true });
  addEventListener('keydown', () => (input.pointer = false), { capture: true, passive: true });
  addEventListener('click', (event) => event.detail === 0 && (input.pointer = false), { capture: true, passive: true });
}
