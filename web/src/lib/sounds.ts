/** Small sounds, made here from nothing. */
import { settings } from './settings.svelte';

export type Sound = 'lay' | 'deal' | 'turn' | 'win' | 'call' | 'no' | 'end' | 'tick' | 'trade';

let context: AudioContext | null = null;

/** A tone: pitch, when it begins, how long it rings (seconds), how loud. */
type Tone = [pitch: number, at: number, length: number, loud: number, shape?: OscillatorType];

const TONES: Record<Exclude<Sound, 'lay' | 'deal'>, Tone[]> = {
  turn: [
    [660, 0, 0.12, 0.08],
    [880, 0.09, 0.16, 0.08],
  ],
  win: [
    [523, 0, 0.14, 0.08],
    [659, 0.08, 0.14, 0.08],
    [784, 0.16, 0.22, 0.08],
  ],
  call: [
    [440, 0, 0.1, 0.12, 'triangle'],
    [740, 0.1, 0.3, 0.14, 'triangle'],
  ],
  no: [[196, 0, 0.14, 0.08, 'triangle']],
  end: [
    [523, 0, 0.2, 0.09],
    [659, 0.14, 0.2, 0.09],
    [784, 0.28, 0.2, 0.09],
    [1046, 0.42, 0.5, 0.09],
  ],
  tick: [[1200, 0, 0.03, 0.04, 'square']],
  trade: [
    [700, 0, 0.06, 0.08, 'triangle'],
    [1050, 0.05, 0.1, 0.08, 'triangle'],
  ],
};

/** Plays a sound, if wanted and allowed: browsers wait for a first tap. */
export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (sound === 'lay') return swish(context, 0.06, 0.5);
  if (sound === 'deal') return swish(context, 0.14, 0.3);
  for (const tone of TONES[sound]) ring(context, tone);
}

function ring(audio: AudioContext, [pitch, at, length, loud, shape = 'sine']: Tone): void {
  const start = audio.currentTime + at;
  const voice = new OscillatorNode(audio, { type: shape, frequency: pitch });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(volume).connect(audio.destination);
  voice.start(start);
  voice.stop(start + length);
}

/** Paper on cloth: a breath of noise. */
function swish(audio: AudioContext, length: number, loud: number): void {
  const frames = Math.ceil(audio.sampleRate * length);
  const buffer = new AudioBuffer({ length: frames, sampleRate: audio.sampleRate });
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 2;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: 2400, Q: 0.7 });
  const volume = new GainNode(audio, { gain: loud * 0.3 });
  noise.connect(filter).connect(volume).connect(audio.destination);
  noise.start();
}
