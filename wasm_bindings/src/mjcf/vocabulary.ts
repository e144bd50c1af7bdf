import type { Vocabulary } from '../xml/vocabulary.js'

const turned = 'quat axisangle xyaxes zaxis euler'
const body = { attributes: `name childclass pos ${turned} mocap gravcomp sleep simple user` }
const equality = 'name class active solref solimp'
const tendon =
  'name class group limited actuatorfrclimited range actuatorfrcrange solreflimit solimplimit ' +
  'solreffriction solimpfriction frictionloss springlength width material margin stiffness damping ' +
  'armature rgba user'
const actuator =
  'name class group nsample interp delay ctrlrange user ctrllimited forcelimited actlimited forcerange ' +
  'actrange inheritrange lengthrange gear damping armature cranklength joint jointinparent tendon ' +
  'slidersite cranksite site refsite'
const general =
  `${actuator} body actdim input velrange ffrange dyntype gaintype biastype dynprm gainprm biasprm ` +
  'actearly'
const servo = `${actuator} kp kv dampratio timeconst`

/** Attributes of MJCF up to MuJoCo 3.14, of the elements that are read. */
export const vocabulary: Vocabulary = {
  mujoco: { attributes: 'model' },
  mujocoinclude: { attributes: 'model' },
  compiler: {
    attributes:
      'autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle fitaabb ' +
      'eulerseq meshdir texturedir discardvisual usethread fusestatic inertiafromgeom ' +
      'inertiagrouprange saveinertial assetdir alignfree conflict convexhull exactmeshinertia'
  },
  option: {
    attributes:
      'timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance gravity ' +
      'wind magnetic density viscosity o_margin o_solref o_solimp o_friction integrator cone jacobian ' +
      'solver iterations ls_iterations noslip_iterations ccd_iterations sdf_iterations sdf_initpoints ' +
      'actuatorgroupdisable apirate collision mpr_tolerance mpr_iterations'
  },
  flag: {
    attributes:
      'constraint equality frictionloss limit contact spring damper passive gravity clampctrl warmstart ' +
      'filterparent actuation refsafe sensor midphase eulerdamp autoreset nativeccd island multiccd ' +
      'override energy fwdinv invdiscrete sleep diagexact sensornoise'
  },
  default: { attributes: 'class' },
  worldbody: { attributes: '' },
  body,
  frame: { attributes: `name childclass pos ${turned}` },
  replicate: { attributes: 'count offset euler sep childclass' },
  inertial: { attributes: `pos ${turned} mass diaginertia fullinertia` },
  joint: {
    attributes:
      'name class type group pos axis springdamper limited actuatorfrclimited solreflimit solimplimit ' +
      'solreffriction solimpfriction stiffness range actuatorfrcrange actuatorgravcomp margin ref ' +
      'springref armature damping frictionloss user'
  },
  freejoint: { attributes: 'name group align' },
  geom: {
    attributes:
      'name class type contype conaffinity condim group priority size material friction mass density ' +
      'shellinertia solmix solref solimp margin gap surfacevel adhesion fromto pos ' +
      `${turned} hfield mesh fitscale rgba fluidshape fluidcoef user`
  },
  site: { attributes: `name class type group pos ${turned} material size fromto rgba user` },
  asset: { attributes: '' },
  mesh: {
    attributes:
      'name class content_type file vertex normal texcoord face refpos refquat scale smoothnormal ' +
      'maxhullvert inertia builtin params material octree_maxdepth'
  },
  hfield: { attributes: 'name content_type file nrow ncol size elevation' },
  material: {
    attributes:
      'name class texture texrepeat texuniform emission specular shininess reflectance metallic ' +
      'roughness rgba'
  },
  contact: { attributes: '' },
  pair: {
    attributes:
      'name class geom1 geom2 condim friction solref solimp solreffriction gap margin adhesion'
  },
  exclude: { attributes: 'name body1 body2' },
  equality: { attributes: '' },
  'default/equality': { attributes: equality },
  connect: { attributes: `${equality} body1 body2 anchor site1 site2` },
  weld: { attributes: `${equality} body1 body2 relpose anchor site1 site2 torquescale` },
  'equality/joint': { attributes: `${equality} joint1 joint2 polycoef` },
  'equality/tendon': { attributes: `${equality} tendon1 tendon2 polycoef` },
  tendon: { attributes: '' },
  'default/tendon': { attributes: tendon },
  fixed: { attributes: tendon },
  'fixed/joint': { attributes: 'joint coef' },
  actuator: { attributes: '' },
  general: { attributes: general },
  motor: { attributes: actuator },
  position: { attributes: servo },
  velocity: { attributes: `${actuator} kv` },
  intvelocity: { attributes: servo },
  damper: { attributes: `${actuator} kv` },
  keyframe: { attributes: '' },
  key: { attributes: 'name time qpos qvel act ctrl mpos mquat' },
  // Of other elements than those of the same names in a body.
  composite: {},
  flexcomp: {},
  'spatial/site': {},
  'spatial/geom': {}
}
