// Sounds, made in the page; off until somebody asks for them. Never the only sign of anything.
import { TIMES } from "../drawing/shot";

const SHELF = "gearlock.sound";
let context: AudioContext | null = null;

/** Whether sounds are wanted. */
export function soundWanted(shelf: Storage | undefined = globalThis.localStorage): boolean {
  try {
    return shelf?.getItem(SHELF) === "on";
  } catch {
    return false;
  }
}

export function wantSound(on: boolean, shelf: Storage | undefined = globalThis.localStorage): void {
  try {
    shelf?.setItem(SHELF, on ? "on" : "off");
  } catch {
    // Nothing is kept here; the choice holds for this visit.
  }
  if (on) context ??= new AudioContext();
  else {
    void context?.close();
    context = null;
  }
}

function noise(sound: AudioContext, at: number, long: number, from: number, gain: number, to = from): void {
  const source = sound.createBufferSource();
  const buffer = sound.createBuffer(1, Math.max(1, Math.floor(sound.sampleRate * long)), sound.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  source.buffer = buffer;
  const [filter, volume] = [sound.createBiquadFilter(), sound.createGain()];
  filter.type = "bandpass";
  filter.Q.value = 0.8;
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + long);
  volume.gain.value = gain;
  source.connect(filter).connect(volume).connect(sound.destination);
  source.start(at);
}

function note(sound: AudioContext, at: number, long: number, type: OscillatorType, from: number, to: number, gain: number): void {
  const [source, volume] = [sound.createOscillator(), sound.createGain()];
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + long);
  volume.gain.setValueAtTime(gain, at);
  volume.gain.exponentialRampToValueAtTime(0.0008, at + long);
  source.connect(volume).connect(sound.destination);
  source.start(at);
  source.stop(at + long);
}

/** An attack, as long as it takes at a pace. */
export function playShot(look: string, hits: boolean, kills: boolean, pace: number): void {
  const sound = context ?? (soundWanted() ? (context = new AudioContext()) : null);
  if (!sound) return;
  const at = (ms: number) => sound.currentTime + 0.02 + (ms * pace) / 1000;
  if (look === "beam") {
    note(sound, at(TIMES.fire), 0.32, "sawtooth", 1500, 320, 0.07);
    note(sound, at(TIMES.fire), 0.32, "sine", 2200, 600, 0.06);
  } else if (look === "rocket" || look === "flame") noise(sound, at(TIMES.fire), 0.34, 400, 0.5, 1600);
  else if (look === "shell") note(sound, at(TIMES.fire), 0.16, "sine", 150, 50, 0.5);
  else if (look) for (const late of [0, 70, 140]) {
    noise(sound, at(TIMES.fire + late), 0.09, 1800, 0.5, 500);
    note(sound, at(TIMES.fire + late), 0.06, "square", 180, 70, 0.12);
  }
  if (hits) {
    note(sound, at(TIMES.land), 0.28, "sine", 130, 38, 0.5);
    noise(sound, at(TIMES.land), 0.22, 500, 0.5, 120);
  } else noise(sound, at(TIMES.land), 0.12, 2600, 0.12, 900);
  for (let tick = 0; tick < 7; tick++) noise(sound, at(TIMES.dice + tick * 62 + tick * tick * 4), 0.03, 3200 - tick * 120, 0.28);
  if (hits) {
    note(sound, at(TIMES.word), 0.12, "triangle", 520, 520, 0.13);
    note(sound, at(TIMES.word + 90), 0.22, "triangle", 780, 780, 0.13);
  } else note(sound, at(TIMES.word), 0.18, "triangle", 300, 190, 0.12);
  if (kills) {
    noise(sound, at(TIMES.word), 0.9, 220, 0.8, 50);
    note(sound, at(TIMES.word), 0.7, "sine", 90, 26, 0.5);
  }
}

/** It is one's turn. */
export function playTurn(): void {
  if (!context) return;
  note(context, context.currentTime + 0.02, 0.16, "triangle", 440, 440, 0.08);
  note(context, context.currentTime + 0.16, 0.24, "triangle", 660, 660, 0.08);
}
