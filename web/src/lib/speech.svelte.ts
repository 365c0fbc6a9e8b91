/** Announcements: politely to screen readers, or in a corner to everybody. */

export const speech = $state<{ said: string; toasts: { id: number; text: string; bad: boolean }[] }>({
  said: '',
  toasts: [],
});
let count = 0;
const SHOWN = 4200;

/** For screen readers only. */
export function announce(text: string): void {
  if (text) speech.said = text === speech.said ? `${text}\u00a0` : text;
}

/** For everybody, for a moment. */
export function toast(text: string, bad = false): void {
  const id = ++count;
  speech.toasts = [...speech.toasts.filter((one) => one.text !== text).slice(-2), { id, text, bad }];
  setTimeout(() => (speech.toasts = speech.toasts.filter((one) => one.id !== id)), SHOWN);
}
