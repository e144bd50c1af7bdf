/** The layer of words and buttons over the canvas. */
import type { Box, StageOptions } from '../../model/stage.ts'
import { boxesFrom } from '../../ui/boxes.ts'
import { stageButtons } from './buttons.ts'
import { Callout } from './callout.ts'
import { ScaleBar } from './scale-bar.ts'

export interface Overlay {
  readonly element: HTMLElement
  readonly callout: Callout
  readonly scale: ScaleBar
  /** Boxes of text and buttons, including those of the page. */
  covered(): Box[]
  /** Keeps clear of a sheet that covers the stage's bottom edge [CSS pixels]. */
  setInset(bottom: number): void
}

export function overlay(
  options: StageOptions,
  force: HTMLElement,
  look: (azimuth?: number, elevation?: number) => void,
  frame: () => void
): Overlay {
  const element = document.createElement('div')
  element.className = 'stage-overlay'
  const callout = new Callout((body) => options.callout(body))
  const scale = new ScaleBar()
  const buttons = stageButtons(look, frame)
  element.append(callout.element, force, scale.element, buttons)
  return {
    element,
    callout,
    scale,
    covered: () => [
      ...boxesFrom(element, [force, scale.element, buttons]),
      ...(options.covered?.() ?? [])
    ],
    setInset: (bottom) => element.style.setProperty('--stage-inset', `${bottom}px`)
  }
}
