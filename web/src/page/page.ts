import { Signal } from '@preact/signals-core'
import { applyAddress, readAddress } from '../model/address.ts'
import { entryKept, ownEntry, ownHeld } from '../model/files/own-entry.ts'
import { readMechanism } from '../model/files/read-file.ts'
import type { MechanismEntry } from '../model/mechanisms/entry.ts'
import {
  createSettings,
  neighbor,
  restoreSettings,
  type Settings,
  speeds
} from '../model/settings.ts'
import { onChange } from '../model/signals.ts'
import { modeSwitch } from '../modes/mode-switch.ts'
import { ModeShow } from '../modes/show-mode.ts'
import { Run } from '../stage/run.ts'
import { stageView } from '../stage/stage-view.ts'
import { h } from '../ui/dom.ts'
import { listenToKeys } from '../ui/keys.ts'
import { accuracyPanel } from '../ui/panels/accuracy-panel.ts'
import { controlSection } from '../ui/panels/control-section.ts'
import { ensembleSection } from '../ui/panels/ensemble-section.ts'
import { gallery } from '../ui/panels/gallery.ts'
import { header } from '../ui/panels/header.ts'
import { helpDialog } from '../ui/panels/help.ts'
import { type TakeFiles, takeDroppedFiles } from '../ui/panels/open-file.ts'
import { readouts } from '../ui/panels/readouts.ts'
import { remarksLine } from '../ui/panels/remarks.ts'
import { setupColumn } from '../ui/panels/setup.ts'
import { transport } from '../ui/panels/transport.ts'
import { followLayout, followSheet, type Layout, type SheetName, tabBar } from '../ui/sheets.ts'
import { followAddress } from './address-bar.ts'
import { Screensaver } from './screensaver.ts'
import { followTheme, systemTheme } from './theme.ts'
import { Ticks } from './ticks.ts'

/** Numbers are written five times a second [ms]. */
const writePause = 200

/** Builds the page, starts the worker, and draws at every animation frame. */
export function startPage(): void {
  const address = readAddress(location.hash, entryKept(history.state))
  const settings = createSettings(address.settings.entry)
  applyAddress(settings, address)
  settings.theme.value = systemTheme()
  const keepSettings = restoreSettings(settings)
  if (address.theme) settings.theme.value = address.theme
  keepSettings()
  followTheme(settings)
  const layout = new Signal<Layout>('wide')
  const sheet = new Signal<SheetName | null>(null)
  followLayout(layout)

  const remarks = remarksLine()
  settings.entry.subscribe((entry) => remarks.show(entry.name, entry.remarks ?? []))
  const view = stageView(settings, () => run.togglePlay())
  const run = new Run(settings, view, address)
  const help = helpDialog(settings)
  const bar = followAddress(settings, {
    get time() {
      return run.measurements.time
    },
    show: (address) => run.show(address),
    say: run.say,
    ownEntry: entryKept
  })
  const chooseEntry = (entry: MechanismEntry) => {
    if (entry !== settings.entry.value) bar.visit(() => run.choose(entry))
    sheet.value = null
  }
  const openRail = () => {
    if (layout.value !== 'wide') sheet.value = 'gallery'
  }
  const openFiles: TakeFiles = async (files) => {
    sheet.value = null
    try {
      const { own, name, warnings } = await readMechanism(await files)
      bar.visit(() => run.choose(ownEntry(own)), own)
      remarks.show(name, warnings)
    } catch (error) {
      run.say((error as Error).message)
    }
  }
  takeDroppedFiles(openFiles)
  const rail = gallery(settings, chooseEntry, openRail, openFiles)
  rail.element.addEventListener('focusout', ({ relatedTarget }) => {
    const narrow = layout.value === 'medium' || layout.value === 'drawer'
    const inside = relatedTarget instanceof Node && rail.element.contains(relatedTarget)
    if (narrow && !inside && sheet.value === 'gallery') sheet.value = null
  })
  const numbers = readouts(settings, run.measurements)
  const accuracy = accuracyPanel(settings, run.measurements, run.seek)
  const many = ensembleSection(settings, run.ensemble, run.measurements)
  const control = controlSection(settings, run.measurements)
  const clock = transport(settings, run.measurements, run)
  const share = async () => {
    const own = await ownHeld(settings)
    if (own === undefined) {
      run.say('Your file is too large for an address: send it along.')
      return false
    }
    bar.share({ theme: settings.theme.value, camera: run.camera, own })
    await navigator.clipboard?.writeText(location.href).catch(() => undefined)
    if (settings.entry.value.meshes)
      run.say('The address holds the mechanism alone: send the files of its meshes along.')
    return true
  }
  const setup = setupColumn(settings, run, run.pushPart, [control.element, many.element])
  const root = h(
    'div',
    { class: 'page' },
    header(
      settings,
      {
        openGallery: () => (sheet.value = 'gallery'),
        openSetup: () => (sheet.value = sheet.value === 'setup' ? null : 'setup'),
        share,
        toggleTheme: () => toggleTheme(settings),
        openHelp: () => help.showModal()
      },
      modeSwitch(settings, () => (sheet.value = null))
    ),
    rail.element,
    h(
      'main',
      { class: 'main', 'aria-label': 'Stage' },
      view.element,
      remarks.element,
      numbers.element,
      accuracy.element
    ),
    setup,
    clock.element
  )
  clock.element.append(tabBar(sheet))
  const hint = h('p', { class: 'screensaver-hint' }, 'Any key or a touch leaves the screensaver')
  view.element.append(run.ensemblePlot.element, hint)
  document.body.append(
    skipLink('Skip to the transport', clock.element),
    root,
    help,
    run.live.element
  )
  document.querySelector('.unstarted')?.remove()
  followSheet(sheet, root)
  const under = [numbers.element, accuracy.element]
  const around = { left: rail.element, right: setup, under, stage: view.element }
  const places = { ...around, transport: clock.element }
  const modes = new ModeShow({ settings, run }, places, () => (sheet.value = null))
  arrangePanels(settings, layout, sheet, run, root)
  listenToKeys(
    {
      togglePlay: () => run.togglePlay(),
      reset: () => run.reset(),
      move: (direction, far) => run.move(direction, far),
      slower: () => (settings.speed.value = neighbor(speeds, settings.speed.value, -1)),
      faster: () => (settings.speed.value = neighbor(speeds, settings.speed.value, 1)),
      frame: () => run.stage.value?.frame(),
      help: () => help.showModal(),
      search: () => {
        openRail()
        rail.focusSearch()
      },
      accuracy: () => (settings.accuracy.value = !settings.accuracy.value),
      ghosts: () => toggleShow(settings, 'ghosts'),
      traces: () => toggleShow(settings, 'traces'),
      theme: () => toggleTheme(settings),
      screensaver: () => (settings.screensaver.value = true),
      mode: (name) => (settings.mode.value = name),
      close: () => {
        if (sheet.value === null) settings.accuracy.value = false
        sheet.value = null
      }
    },
    () => settings.letterKeys.value
  )
  const screensaver = new Screensaver(settings, run)
  onChange(settings.screensaver, () => {
    sheet.value = null
  })
  const ticks = new Ticks(settings.sound)
  run.latest.onFrame(({ impact }) => ticks.hear(impact))
  onChange(settings.theme, () => {
    clock.repaint()
    accuracy.repaint()
    run.ensemblePlot.repaint()
  })
  document.fonts.ready.then(() => {
    clock.repaint()
    accuracy.repaint()
    run.ensemblePlot.repaint()
  })

  let written = 0
  const draw = (now: number) => {
    requestAnimationFrame(draw)
    run.draw(now)
    numbers.move()
    clock.move()
    accuracy.draw(now)
    run.ensemblePlot.draw()
    modes.draw(now)
    screensaver.draw(now)
    if (now - written < writePause) return
    written = now
    numbers.write()
    clock.write()
    bar.write()
    accuracy.write()
    run.ensemblePlot.write()
    control.write()
    many.write()
    modes.write()
  }
  requestAnimationFrame(draw)
}

/**
 * Shows the accuracy panel under the stage on wide screens, as a sheet on a phone, and resizes the
 * stage.
 */
function arrangePanels(
  settings: Settings,
  layout: Signal<Layout>,
  sheet: Signal<SheetName | null>,
  run: Run,
  root: HTMLElement
): void {
  const onPhone = () => layout.value === 'phone' || layout.value === 'landscape'
  const makeRoom = () => {
    const stage = root.querySelector('.stage')?.getBoundingClientRect()
    const covering = sheet.value !== null && layout.value === 'phone'
    const panel = covering ? document.querySelector<HTMLElement>('[data-open-sheet]') : null
    const top = panel ? window.innerHeight - panel.offsetHeight - 64 : (stage?.bottom ?? 0)
    run.stage.value?.setInset(Math.max(0, (stage?.bottom ?? 0) - top))
  }
  settings.accuracy.subscribe((open) => {
    const { activeElement } = document
    document.documentElement.toggleAttribute('data-accuracy', open)
    // Opener and closer replace each other, so the focus moves.
    const opener = root.querySelector<HTMLElement>('.accuracy-button')
    const closer = root.querySelector<HTMLElement>('.accuracy-close')
    if (open && activeElement === opener) closer?.focus()
    if (!open && activeElement === closer) opener?.focus()
    if (onPhone()) sheet.value = open ? 'accuracy' : sheet.value === 'accuracy' ? null : sheet.value
  })
  onChange(sheet, (name) => {
    if (onPhone()) settings.accuracy.value = name === 'accuracy'
    const panels = {
      modes: '.mode-switch',
      gallery: '.gallery:not([hidden])',
      setup: '.setup:not([hidden])',
      show: '.setup:not(.right-panel)',
      accuracy: '.accuracy'
    } as const
    for (const panel of root.querySelectorAll('[data-open-sheet]')) {
      panel.removeAttribute('data-open-sheet')
    }
    if (name) root.querySelector(panels[name])?.setAttribute('data-open-sheet', '')
    makeRoom()
  })
  onChange(layout, () => {
    sheet.value = null
  })
}

/** A link that moves the focus without a change of the address. */
function skipLink(words: string, target: HTMLElement): HTMLElement {
  const click = (event: Event) => {
    event.preventDefault()
    target.focus()
  }
  return h('a', { class: 'skip-link', href: `#${target.id}`, on: { click } }, words)
}

function toggleTheme(settings: Settings): void {
  settings.theme.value = settings.theme.value === 'dark' ? 'light' : 'dark'
}

function toggleShow(settings: Settings, name: 'ghosts' | 'traces'): void {
  settings.show.value = { ...settings.show.value, [name]: !settings.show.value[name] }
}
