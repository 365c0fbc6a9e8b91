/** A text as a QR code: how many modules wide, and the outline of the dark ones. Loaded only where one is shown. */
import { toSvgPath } from 'lean-qr/extras/svg';
import { correction, generate } from 'lean-qr/nano';

export function qr(text: string): { size: number; path: string } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  return { size: code.size, path: toSvgPath(code) };
}
