/** Whom a key is for. */

/** Whether a key is meant for the table: not for a field, not for the browser, and no window is open before it. */
export function forTable(event: KeyboardEvent, control = false): boolean {
  if (event.metaKey || event.altKey || (event.ctrlKey && !control)) return false;
  return !(event.target as Element).closest('input, select, textarea') && !document.querySelector('dialog[open]');
}
