// A four-bar turns in a React scene; a click starts it again with another speed.
import { Canvas } from '@react-three/fiber'
import { fourBar } from 'linkwork'
import { Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Mechanism } from './mechanism.jsx'

const slow = { step: 1 / 1000 }
const mechanisms = [fourBar({ startSpeed: 4 }), fourBar({ startSpeed: 9 })]

function App() {
  const [chosen, setChosen] = useState(0)
  const report = (simulation) => {
    document.body.dataset.time = simulation.time.toFixed(3)
  }
  return (
    <Canvas camera={{ position: [0.2, 0.1, 1.6], fov: 40 }} onClick={() => setChosen(1 - chosen)}>
      <color attach="background" args={['#f4f5f7']} />
      <hemisphereLight args={['#ffffff', '#8890a0', 3]} />
      <Suspense>
        <Mechanism
          mechanism={mechanisms[chosen]}
          options={slow}
          onStep={report}
          position={[-0.25, -0.18, 0]}
        />
      </Suspense>
    </Canvas>
  )
}

createRoot(document.getElementById('root')).render(<App />)
