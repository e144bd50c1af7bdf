import type { Vocabulary } from '../xml/vocabulary.js'

const axis = {
  attributes: '',
  elements: 'xyz dynamics limit mimic use_parent_model_frame initial_position'
}

/** Elements and attributes of SDF 1.0 to 1.12 that have to do with how a model moves. */
export const vocabulary: Vocabulary = {
  sdf: { attributes: 'version', elements: 'world model actor light include' },
  world: {
    attributes: 'name',
    elements:
      'audio wind include gravity magnetic_field atmosphere gui physics scene light frame joint model ' +
      'actor plugin road spherical_coordinates state population'
  },
  model: {
    attributes: 'name namespace canonical_link placement_frame',
    elements:
      'static self_collide allow_auto_disable frame pose link joint plugin gripper include model ' +
      'enable_wind sensor'
  },
  link: {
    attributes: 'name',
    elements:
      'gravity enable_wind self_collide kinematic must_be_base_link velocity_decay frame pose inertial ' +
      'collision visual sensor projector audio_sink audio_source battery light particle_emitter plugin'
  },
  joint: {
    attributes: 'name type',
    elements:
      'parent child gearbox_ratio gearbox_reference_body thread_pitch screw_thread_pitch axis axis2 ' +
      'physics frame pose sensor plugin'
  },
  frame: { attributes: 'name attached_to', elements: 'pose' },
  pose: { attributes: 'relative_to frame rotation_format degrees' },
  axis,
  axis2: axis,
  xyz: { attributes: 'expressed_in' },
  'axis/dynamics': {
    attributes: '',
    elements: 'damping friction spring_reference spring_stiffness'
  },
  'axis/limit': { attributes: '', elements: 'lower upper effort velocity stiffness dissipation' },
  mimic: { attributes: 'joint axis', elements: 'multiplier offset reference' },
  inertial: {
    attributes: 'auto',
    elements: 'mass density auto_inertia_params frame pose inertia fluid_added_mass'
  },
  inertia: { attributes: '', elements: 'ixx ixy ixz iyy iyz izz' },
  visual: {
    attributes: 'name',
    elements:
      'cast_shadows laser_retro transparency visibility_flags meta frame pose material geometry plugin'
  },
  collision: {
    attributes: 'name',
    elements: 'laser_retro max_contacts density auto_inertia_params frame pose geometry surface'
  },
  geometry: { attributes: '' }
}
