// Runs bench/papers/clusters, prints the paper's tables with our ratios next to the published ones, and draws
// its figures into bench/results.
import { exponentOf, measure, row, save, title } from './paper.mjs'

const rounds = process.argv[2] ?? '51'

/** Published cost over that of the recursion on clusters (Chignoli et al., tables II to IV). */
const published = {
  inverseDynamics: {
    approximate: [0.597, 0.638, 0.59, 0.58, 0.404, 0.623],
    projection: [1.38, 1.378, 1.367, 1.359, 1.224, 1.366]
  },
  forwardDynamics: {
    approximate: [0.659, 0.654, 0.647, 0.614, 0.506, 0.616],
    projection: [1.868, 1.735, 1.21, 1.325, 1.222, 1.873],
    'lagrange-sparse': [2.331, 2.198, 1.763, 2.062, 1.827, 3.128]
  },
  inverseInertia: {
    approximate: [0.643, 0.479, 0.714, 0.626, 0.486, 0.775],
    projection: [1.518, 1.063, 1.19, 1.232, 1.078, 2.074]
  }
}
const publishedRobots = [
  'MIT Humanoid',
  'Tello Humanoid',
  'Mini Cheetah',
  'geared chain, 12',
  'belt chain, 12',
  'JVRC-1'
]
const titles = {
  inverseDynamics: 'Table II: inverse dynamics',
  forwardDynamics: 'Table III: forward dynamics',
  inverseInertia: 'Table IV: inverse operational-space inertia, one end-effector'
}
const figures = {
  inverseDynamics: 'figure-9',
  forwardDynamics: 'figure-10',
  inverseInertia: 'figure-12'
}

function printTable(question, columns) {
  title(`${titles[question]}; cost over that of the recursion on clusters`)
  row(['', ...columns.map(({ robot }) => robot)])
  row(['degrees of freedom', ...columns.map((column) => `${column.degreesOfFreedom}`)])
  const cluster = columns.map(({ methods }) => `${methods[0].microseconds.toFixed(2)} µs`)
  row(['cluster', ...cluster])
  for (const { name } of columns[0].methods.slice(1)) {
    const found = columns.map(({ methods }) => methods.find((method) => method.name === name))
    row([name, ...found.map((method) => method.ratio.toFixed(2))])
    const theirs = published[question][name]
    if (!theirs) continue
    const ofRobot = ({ robot }) => theirs[publishedRobots.indexOf(robot)]?.toFixed(2) ?? '–'
    row([`${name}, published`, ...columns.map(ofRobot)])
  }
}

/** Figures 9, 10 and 12: what the tables hold, as bars; a line across a bar is the published ratio. */
function drawTable(name, question, columns) {
  const groupsOf = (barOf) =>
    columns.map(({ robot, methods }) => ({
      name: robot,
      bars: methods.map((method) => ({ name: method.name, ...barOf(method, robot) }))
    }))
  const markOf = (method, robot) =>
    published[question][method]?.[publishedRobots.indexOf(robot)] ?? undefined
  const caption = titles[question].replace(/^[^:]*/, name.replace('-', ' ').replace('f', 'F'))
  const panels = [
    {
      title: caption,
      yLabel: 'time of a call [µs]',
      groups: groupsOf(({ microseconds }) => ({ value: microseconds }))
    },
    {
      title: 'Over the recursion on clusters; line: published ratio',
      yLabel: 'ratio',
      groups: groupsOf((method, robot) => ({
        value: method.ratio,
        mark: markOf(method.name, robot)
      }))
    }
  ]
  save(name, panels, { width: 760 })
}

function drawGrowth(name, caption, growth) {
  const methods = growth[0].methods.map((method) => method.name)
  const pointsOf = (method) =>
    growth.flatMap(({ links, methods: timed }) => {
      const found = timed.find((timing) => timing.name === method)
      return found ? [[links, found.microseconds]] : []
    })
  title(`${caption}: cost grows as links to the power of (from 100 links on)`)
  row(['', 'exponent'])
  const lines = methods.map((method) => {
    const points = pointsOf(method)
    const isLong = points.filter(([links]) => links >= 100).length >= 3
    const exponent = isLong ? exponentOf(points, 100).toFixed(2) : undefined
    row([method, exponent ?? '–'])
    return { name: method, points, hasMarks: true, exponent }
  })
  const named = ({ name, exponent }) => (exponent ? `${name}: n^${exponent}` : name)
  const axes = { xLabel: 'links', yLabel: 'time of a call [µs]' }
  const few = lines.map((line) => ({
    ...line,
    name: named(line),
    points: line.points.filter(([links]) => links <= 24)
  }))
  const all = lines.map((line) => ({ ...line, name: named(line) }))
  const panels = [
    { title: `${caption}: 2 to 24 links`, ...axes, series: few },
    { title: 'to 1000 links', ...axes, isLogarithmic: true, series: all }
  ]
  save(name, panels)
}

const rms = (values) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / values.length)

function drawTorqueErrors({ times, joints }) {
  title('Figure 14: torque error on the leg of the MIT Humanoid, RMS [N·m] (of largest torque)')
  row(['', 'unconstrained', 'approximate', 'largest torque'])
  const panels = joints.map((joint) => {
    const errorOf = (kind) => joint[kind].map((torque, i) => torque - joint.exact[i])
    const largest = Math.max(...joint.exact.map(Math.abs))
    const cell = (kind) => {
      const size = rms(errorOf(kind))
      return `${size.toFixed(3)} (${((100 * size) / largest).toFixed(1)} %)`
    }
    row([joint.name, cell('unconstrained'), cell('approximate'), largest.toFixed(2)])
    const series = ['unconstrained', 'approximate'].map((kind) => ({
      name: kind,
      points: errorOf(kind).map((error, i) => [times[i], error])
    }))
    const sizes = ['unconstrained', 'approximate'].map((kind) => rms(errorOf(kind)).toFixed(2))
    const caption = `${joint.name}: RMS ${sizes.join(' and ')} N·m`
    return { title: caption, xLabel: 'time [s]', yLabel: 'torque error [N·m]', series }
  })
  save('figure-14', panels)
}

const measured = measure('clusters', [rounds])
for (const [question, name] of Object.entries(figures)) {
  printTable(question, measured.tables[question])
  drawTable(name, question, measured.tables[question])
}
drawGrowth('figure-11', 'Figure 11: forward dynamics of a geared chain', measured.forwardGrowth)
drawGrowth('figure-13', 'Figure 13: inverse inertia of a belt chain', measured.inertiaGrowth)
drawTorqueErrors(measured.legTorques)
