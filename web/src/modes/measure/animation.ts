import { recordedMotion } from 'linkwork/three'
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js'
import { onChange } from '../../model/signals.ts'
import type { Run } from '../../stage/run.ts'

/** The last seconds of the motion as binary glTF; undefined if what runs changes meanwhile. */
export async function animationFile(run: Run, seconds: number): Promise<Blob | undefined> {
  const built = run.built.value
  if (!built) return undefined
  const recording = await new Promise<{ times: number[]; poses: Float64Array[] }>((resolve) => {
    const end = onChange(run.answer, (answer) => {
      if (answer?.type !== 'recalled') return
      end()
      resolve(answer)
    })
    run.send({ type: 'recall', seconds })
  })
  if (run.built.value !== built) return undefined
  const [start = 0] = recording.times
  const times = recording.times.map((time) => time - start)
  const { scene, clip } = recordedMotion(built.mechanism, { times, poses: recording.poses })
  const options = { binary: true, animations: [clip] }
  const content = (await new GLTFExporter().parseAsync(scene, options)) as ArrayBuffer
  return new Blob([content], { type: 'model/gltf-binary' })
}
