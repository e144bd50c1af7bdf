import type { Signal } from '@preact/signals-core'
import { onChange } from '../model/signals.ts'

/** Strength of the quietest and the loudest tick [m/s]. */
const quietest = 0.003
const loudest = 1
const loudestGain = 0.4
/** Decay time of a tick [s], and range of its frequency [Hz]. */
const decay = 0.006
const pitches = [900, 2600] as const

/** Ticks at impacts: bursts of noise, louder and brighter for stronger ones. */
export class Ticks {
  #context: AudioContext | undefined
  #burst: AudioBuffer | undefined

  /** Follows the switch, because browsers allow sound only after a user activation. */
  constructor(sound: Signal<boolean>) {
    onChange(sound, (on) => {
      if (on) this.#context ??= new AudioContext()
      if (on) this.#context?.resume()
      else this.#context?.suspend()
    })
  }

  /** Plays a tick for an impact of a strength [m/s]. */
  hear(impact: number): void {
    if (this.#context?.state !== 'running' || !(impact > quietest)) return
    const context = this.#context
    const share = Math.min(1, Math.log(impact / quietest) / Math.log(loudest / quietest))
    this.#burst ??= burst(context)
    const source = new AudioBufferSourceNode(context, { buffer: this.#burst })
    const filter = new BiquadFilterNode(context, {
      type: 'bandpass',
      frequency: pitches[0] + share * (pitches[1] - pitches[0]),
      Q: 1.5
    })
    const gain = new GainNode(context, { gain: loudestGain * share ** 2 })
    source.connect(filter).connect(gain).connect(context.destination)
    source.start()
  }
}

/** Noise that fades as e^(−t/decay). */
function burst({ sampleRate }: AudioContext): AudioBuffer {
  const length = Math.ceil(8 * decay * sampleRate)
  const buffer = new AudioBuffer({ length, sampleRate })
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < length; i++)
    samples[i] = (2 * Math.random() - 1) * Math.exp(-i / (decay * sampleRate))
  return buffer
}
