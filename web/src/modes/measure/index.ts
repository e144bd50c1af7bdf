import { onChange } from '../../model/signals.ts'
import './measure.css'
import './files.css'
import './motion/motion.css'
import { h } from '../../ui/dom.ts'
import { tabbed } from '../../ui/tabs.ts'
import { type Mode, type ModeHost, rightPanel, underPanel } from '../mode.ts'
import { codePanel } from './code-panel.ts'
import { filesPanel } from './files-panel.ts'
import { motionPanel } from './motion/motion-panel.ts'
import { plotPanel } from './plot-panel.ts'
import { quantityPanel } from './quantity-panel.ts'
import { replayPanel } from './replay-panel.ts'
import { presentTask } from './task.ts'
import { Traces } from './traces.ts'

/** Measure mode: quantities over time, and exports as files and programs. */
export function openMode(host: ModeHost): Mode {
  const { settings, run } = host
  const traces = new Traces(run.send)
  const plots = plotPanel(run, traces)
  const task = () => presentTask(host)
  const code = codePanel(task)
  const motion = motionPanel(host)
  const { list, present } = tabbed('Under the stage', [
    { label: 'Plot', element: plots.element },
    { label: 'Key poses', element: motion.element },
    { label: 'Code', element: code.element }
  ])
  onChange(present, code.write)
  let { mechanism } = run.built.value ?? {}
  onChange(run.built, (built) => {
    const names = (joints = mechanism?.joints) => joints?.map(({ name }) => name).join()
    const isSame = names() === names(built?.mechanism.joints)
    mechanism = built?.mechanism
    if (isSame) traces.renew()
    else {
      traces.clear()
      motion.open()
    }
  })
  onChange(run.answer, (answer) => answer?.type === 'probed' && traces.take(answer))
  onChange(settings.theme, () => {
    plots.repaint()
    motion.repaint()
  })
  return {
    right: rightPanel(
      'Measure',
      quantityPanel(run, traces),
      filesPanel(host, traces, task),
      replayPanel(host)
    ),
    under: underPanel(
      'Measurements',
      h('div', { class: 'measure' }, list, plots.element, motion.element, code.element)
    ),
    enter() {
      traces.follow(true)
      document.addEventListener('keydown', motion.press)
    },
    leave() {
      traces.follow(false)
      motion.stop()
      document.removeEventListener('keydown', motion.press)
    },
    draw(now) {
      plots.draw(now)
      motion.draw(now)
    },
    write() {
      plots.write()
      code.write()
    }
  }
}
