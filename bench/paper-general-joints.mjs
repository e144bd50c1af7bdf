// Runs bench/papers/general_joints, prints the paper's table with our times next to the published ones, and
// draws the motions of its figures 3 and 4 into bench/results.
import { measure, row, save, title } from './paper.mjs'

const rounds = process.argv[2] ?? '21'

/** Published milliseconds on a Core 2 Quad of 2.67 GHz (Si & Guenter, table 1). */
const published = {
  RC20: { 'Method I': 0.02, 'Method II': 1.0, 'articulated body': 0.025 },
  RC50: { 'Method I': 0.05, 'Method II': 2.4, 'articulated body': 0.064 },
  RC100: { 'Method I': 0.112, 'Method II': 4.9, 'articulated body': 0.127 },
  TC10: { 'Method I': 0.055, 'Method II': 1.05 },
  TC20: { 'Method I': 0.115, 'Method II': 2.2 },
  WM: { 'Method I': 0.108, 'Method II': 2.4 }
}

const milliseconds = (value) => (value === undefined ? '–' : value.toPrecision(2))

const { examples, jets, torusOperations, motions } = measure('general_joints', [rounds])
const names = examples[0].methods.map(({ name }) => name)
title('Milliseconds of one forward dynamics, published ones below')
row(['', 'dofs', ...names])
for (const { name, degreesOfFreedom, methods } of examples) {
  row([name, `${degreesOfFreedom}`, ...methods.map((m) => milliseconds(m.microseconds / 1000))])
  const theirs = published[name]
  if (theirs) row([`${name}, published`, '', ...names.map((method) => `${theirs[method] ?? '–'}`)])
}
title('Operations (+ − × ÷) of a degree of freedom')
row(['', ...Object.keys(examples[0].operations)])
for (const { name, degreesOfFreedom, operations } of examples)
  row([name, ...Object.values(operations).map((n) => (n / degreesOfFreedom).toFixed(0))])

title('Derivatives of torus joints: milliseconds of one forward dynamics, method general')
row(['', ...jets[0].methods.map(({ name }) => name), 'jets / factored', 'accelerations differ by'])
for (const { name, methods, difference } of jets) {
  const times = methods.map((m) => milliseconds(m.microseconds / 1000))
  row([name, ...times, methods[1].ratio.toFixed(1), difference.toExponential(1)])
}
title('Operations of one torus joint')
row(['', '[pose, S] / [pose, S, Ṡq̇]'])
for (const [name, counts] of Object.entries(torusOperations)) row([name, counts.join(' / ')])

/** Two views of a motion: the slider's path, and the bodies at some times. */
function viewsOf({ mechanism, slider, path, stills }) {
  const view = (name, i, j, axes) => {
    const onto = (points) => points.map((point) => [point[i], point[j]])
    return {
      title: `${mechanism}, ${name}`,
      xLabel: `${axes[0]} [m]`,
      yLabel: `${axes[1]} [m]`,
      series: [
        { name: `path of ${slider}`, points: onto(path) },
        ...stills.map(({ time, points }) => ({
          name: `${time.toFixed(1)} s`,
          points: onto(points),
          hasMarks: true
        }))
      ]
    }
  }
  return [view('from the side', 0, 2, 'xz'), view('from above', 0, 1, 'xy')]
}

title('Motions, RK4 at 1 ms')
row(['', 'seconds', 'largest energy error over the largest kinetic energy'])
for (const [i, motion] of motions.entries()) {
  const { mechanism, seconds, energyError } = motion
  row([mechanism, seconds, energyError.toExponential(1)])
  const name = ['si-guenter-rail', 'si-guenter-board'][i]
  save(name, viewsOf(motion))
}
