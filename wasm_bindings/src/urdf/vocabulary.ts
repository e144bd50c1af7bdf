import type { Vocabulary } from '../xml/vocabulary.js'

/** Elements and attributes of URDF, of what is added to it here, and of what simulators put into it. */
export const vocabulary: Vocabulary = {
  robot: {
    attributes: 'name version',
    elements:
      'link joint loop coupling material transmission gazebo sensor ros2_control mujoco group ' +
      'group_state end_effector disable_collisions'
  },
  link: {
    attributes: 'name type',
    elements:
      'inertial visual collision sensor contact gazebo verbose self_collision_checking audio_source'
  },
  inertial: { attributes: '', elements: 'origin mass inertia' },
  origin: { attributes: 'xyz rpy', elements: '' },
  mass: { attributes: 'value' },
  inertia: { attributes: 'ixx ixy ixz iyy iyz izz' },
  visual: { attributes: 'name', elements: 'origin geometry material' },
  collision: {
    attributes: 'name group',
    elements: 'origin geometry material contact_coefficients verbose'
  },
  geometry: { attributes: '', elements: 'box sphere cylinder capsule mesh plane' },
  box: { attributes: 'size' },
  sphere: { attributes: 'radius' },
  cylinder: { attributes: 'radius length' },
  capsule: { attributes: 'radius length' },
  mesh: { attributes: 'filename scale' },
  material: { attributes: 'name', elements: 'color texture' },
  color: { attributes: 'rgba' },
  joint: {
    attributes: 'name type independent',
    elements:
      'parent child origin axis limit dynamics mimic safety_controller calibration hardwareInterface ' +
      'transmission gazebo'
  },
  parent: { attributes: 'link' },
  child: { attributes: 'link' },
  axis: { attributes: 'xyz' },
  limit: { attributes: 'lower upper effort velocity acceleration deceleration jerk' },
  dynamics: { attributes: 'damping friction' },
  mimic: { attributes: 'joint multiplier offset' },
  loop: { attributes: 'name type', elements: 'predecessor successor axis' },
  coupling: { attributes: 'name type offset', elements: 'predecessor successor ratio term' },
  predecessor: { attributes: 'link', elements: 'origin' },
  successor: { attributes: 'link', elements: 'origin' },
  ratio: { attributes: 'value' },
  term: { attributes: 'joint coefficient' },
  // Contents of extensions are not checked.
  transmission: {},
  gazebo: {},
  sensor: {},
  ros2_control: {},
  mujoco: {}
}
