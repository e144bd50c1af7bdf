import { svg } from './trusted.ts'

/** 16×16, stroked 1.5 with butt caps and mitre joins; transport glyphs are filled. */
const shapes = {
  share: '<path d="M8 10V1.8M4.7 5 8 1.7 11.3 5M5 7.5H2.75v6.75h10.5V7.5H11"/>',
  sun: '<circle cx="8" cy="8" r="3"/><path d="M8 .7v2.4M8 12.9v2.4M.7 8h2.4M12.9 8h2.4M2.85 2.85l1.7 1.7M11.45 11.45l1.7 1.7M2.85 13.15l1.7-1.7M11.45 4.55l1.7-1.7"/>',
  moon: '<path d="M6.2 2.3a6.1 6.1 0 1 0 7.6 7.6 6.4 6.4 0 0 1-7.6-7.6z"/>',
  help: '<path d="M5.2 5.4C5.2 3.7 6.4 2.7 8 2.7s2.8 1 2.8 2.6c0 2.2-2.8 2.3-2.8 4.7v.5"/><path d="M8 12v1.9" stroke-width="1.8"/>',
  search: '<circle cx="6.7" cy="6.7" r="4.7"/><path d="m10.2 10.2 4.3 4.3"/>',
  open: '<path d="M3 1.75h6.4L13 5.3v8.95H3zM8 11.6V7.4M6.1 9.2 8 7.3l1.9 1.9"/>',
  folder: '<path d="M1.75 13.25V3h4.5l1.5 2h6.5v8.25z"/>',
  close: '<path d="m3 3 10 10M13 3 3 13"/>',
  down: '<path d="m4 6 4 4 4-4"/>',
  up: '<path d="m4 10 4-4 4 4"/>',
  check: '<path d="m3.2 8.6 3.1 3 6.5-7.2" stroke-width="2.2"/>',
  cross: '<path d="m3.5 3.5 9 9M12.5 3.5l-9 9" stroke-width="2.2"/>',
  minus: '<path d="M3 8h10"/>',
  plus: '<path d="M3 8h10M8 3v10"/>',
  reset: '<path d="M3.3 4.8A5.7 5.7 0 1 1 2.3 8.5M2.9 1.8v3.4h3.4"/>',
  back: '<path class="filled" d="M3 3h1.8v10H3zM13.5 3v10L6 8z"/>',
  forward: '<path class="filled" d="M11.2 3H13v10h-1.8zM2.5 3v10L10 8z"/>',
  play: '<path class="filled" d="M4 2.2v11.6L13.5 8z"/>',
  pause: '<path class="filled" d="M4 2.5h2.8v11H4zM9.2 2.5H12v11H9.2z"/>',
  cube: '<path d="M8 1.7 13.5 4.8v6.4L8 14.3l-5.5-3.1V4.8z"/><path d="M2.7 4.9 8 8l5.3-3.1M8 8v6"/>',
  frame:
    '<path d="M1.75 5V1.75H5M11 1.75h3.25V5M14.25 11v3.25H11M5 14.25H1.75V11"/><circle cx="8" cy="8" r="1.9"/>',
  modes: '<circle cx="8" cy="8" r="5.75"/><path d="M8 4.6V8l2.6 1.6"/>',
  gallery:
    '<path d="M1.75 1.75h4.75v4.75H1.75zM9.5 1.75h4.75v4.75H9.5zM1.75 9.5h4.75v4.75H1.75zM9.5 9.5h4.75v4.75H9.5z"/>',
  setup: '<path d="M1 5h14M1 11h14"/><path d="M10.5 2.5v5M5.5 8.5v5" stroke-width="2.5"/>',
  accuracy: '<path d="M1.75 1v13.25H15M4.5 10.5 7.5 6.5l2.5 2.5L14.5 3"/>',
  show: '<path d="m8 1.5 6.5 3.3L8 8.1 1.5 4.8zM1.5 8 8 11.3 14.5 8M1.5 11.2 8 14.5l6.5-3.3"/>'
} as const

export type IconName = keyof typeof shapes

export function icon(name: IconName): SVGSVGElement {
  return svg(
    `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">${shapes[name]}</svg>`
  )
}

/** Three links and their joints. */
export function wordmark(): SVGSVGElement {
  return svg(
    `<svg class="wordmark" viewBox="0 0 30 18" width="28.5" height="17" aria-hidden="true" fill="none"
      stroke="currentColor" stroke-width="2"><path d="m6.8 11 5.6-4.7M17.6 6.3l5.6 4.7"/>
      <circle cx="4.5" cy="13" r="3"/><circle cx="15" cy="4.5" r="3"/><circle cx="25.5" cy="13" r="3"/></svg>`
  )
}
