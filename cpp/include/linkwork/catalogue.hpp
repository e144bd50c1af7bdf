#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "linkwork/mechanism.hpp"

/// Ready-made mechanisms, built by functions. Each hangs from the world with z up, moves in an
/// interesting way from its initial state, and satisfies its loops and couplings there to 1e-12 in
/// position and velocity. Options out of their ranges (`catalogueJson` lists them) throw
/// MechanismError with the path of the option (`options.links`).
///
/// `gravity` is the magnitude [m/s²], pointing down. `damping` acts on every moving tree joint
/// [N·m·s/rad or N·s/m].
namespace linkwork {

/// A chain of equal rods, each hanging from the tip of the one before. Prismatic and planar joints
/// get springs that keep the links together; what a cylindrical joint slides along is up to its
/// axis.
struct ChainOptions {
  int links = 5;
  double length = 0.2;                    ///< of one link [m]
  double mass = 0.5;                      ///< of one link [kg]
  JointType joint = JointType::revolute;  ///< any type but fixed and free
  /// Joint axes in the link's frame, repeated along the chain; not zero, at least one.
  /// Taken by the types that have an axis, and as the axis of the start angle by spherical ones.
  std::vector<Eigen::Vector3d> axes{{0, 1, 0}};
  double startAngle = 1.0;  ///< of the straight chain from the vertical [rad]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism chain(const ChainOptions& options = {});

/// A cart that slides along x with a pole that swings in the x–z plane.
struct CartPendulumOptions {
  double cartMass = 1.0;    ///< [kg]
  double poleMass = 0.5;    ///< [kg]
  double poleLength = 1.0;  ///< [m]
  double startAngle = 2.0;  ///< of the pole from hanging down [rad]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism cartPendulum(const CartPendulumOptions& options = {});

/// A planar four-bar in the x–z plane: crank and rocker pivot on the ground, `ground` apart along
/// x, and a triangular coupler joins their tips.
struct FourBarOptions {
  double ground = 0.5;   ///< between the two ground pivots [m]
  double crank = 0.2;    ///< [m]
  double coupler = 0.5;  ///< [m]
  double rocker = 0.4;   ///< [m]
  /// The coupler's third corner, from its crank pin: along the line to the rocker pin and across
  /// it [m].
  Eigen::Vector2d couplerPoint{0.25, 0.2};
  double density = 4.0;     ///< of the bars [kg/m]
  double startAngle = 1.0;  ///< of the crank from the x axis towards z [rad]; must assemble
  double startSpeed = 8.0;  ///< of the crank [rad/s]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism fourBar(const FourBarOptions& options = {});

/// Whether the shortest bar can turn fully: shortest + longest ≤ sum of the other two.
bool isGrashof(const FourBarOptions& options);

/// The two planar six-bars that a four-bar with a further pair of links makes, by where the arm of
/// that pair pivots.
enum class SixBarKind {
  watt,       ///< on the rocker: the links with three pins are neighbors
  stephenson  ///< on the ground: they are not
};

/// A planar six-bar in the x–z plane: a four-bar whose crank turns fully, and a link from the third
/// corner of its coupler to an arm. Two loops share links: they make one cluster of one freedom.
struct SixBarOptions {
  SixBarKind kind = SixBarKind::watt;
  double crank = 0.2;       ///< [m], of a ground link of 0.5 m
  double density = 4.0;     ///< of the bars [kg/m]
  double startAngle = 1.0;  ///< of the crank from the x axis towards z [rad]
  double startSpeed = 8.0;  ///< of the crank [rad/s]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism sixBar(const SixBarOptions& options = {});

/// Planar four-bars in a row in the x–z plane, each hanging from the coupler of the one before by a
/// crank and a rocker.
struct FourBarChainOptions {
  int units = 10;       ///< four-bars
  double length = 0.2;  ///< of the cranks [m]
  /// Length of a rocker over that of a crank. At 1 these are parallelograms, which can lie
  /// flat: a singular pose, from which they may go on as antiparallelograms. At 1.25 none can.
  double rocker = 1.25;
  double width = 0.2;  ///< of couplers, and between their pivots [m]
  /// The joint that closes each four-bar: revolute, or spherical. Of their 5 and 3 equations 2 are
  /// independent.
  JointType closure = JointType::revolute;
  double density = 4.0;     ///< of the bars [kg/m]
  double startAngle = 0.5;  ///< of the first crank from hanging down [rad]; must assemble
  double gravity = 9.81;
  double damping = 0;
};
Mechanism fourBarChain(const FourBarChainOptions& options = {});

/// A crank that drives a slider along x through a rod, in the x–z plane.
struct SliderCrankOptions {
  double crank = 0.15;      ///< [m]
  double rod = 0.45;        ///< [m], longer than crank + |offset|, up to 1000
  double offset = 0;        ///< height of the slider's line over the crank's pivot [m]
  double density = 4.0;     ///< of crank and rod [kg/m]
  double sliderMass = 0.5;  ///< [kg]
  double startAngle = 1.0;  ///< of the crank from the x axis towards z [rad]
  double startSpeed = 8.0;  ///< of the crank [rad/s]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism sliderCrank(const SliderCrankOptions& options = {});

/// An arm whose every joint is driven by a rotor through a gear: the rotor is a body of its own on
/// the link before, and turns `ratio` times as fast as the joint.
struct GearedArmOptions {
  int joints = 4;
  double length = 0.3;        ///< of one link [m]
  double mass = 1.5;          ///< of one link [kg]
  double ratio = 6;           ///< rotor angle over joint angle
  double rotorMass = 0.2;     ///< [kg]
  double rotorRadius = 0.03;  ///< [m]
  double startAngle = 0.5;    ///< of every joint [rad]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism gearedArm(const GearedArmOptions& options = {});

/// A serial chain whose every joint is driven by a rotor through a gear: link, joint and rotor have
/// the figures of the chain on which Chignoli et al. measure exact gears (section IX).
struct GearedChainOptions {
  int links = 12;
  double length = 1;          ///< of one link [m]
  double mass = 1;            ///< of one link [kg]
  double ratio = 6;           ///< rotor angle over joint angle
  double rotorMass = 0.08;    ///< [kg]
  double rotorRadius = 0.05;  ///< [m]
  /// Joint axes in the frame of the joint's child link, repeated along the chain; not zero.
  std::vector<Eigen::Vector3d> axes{{0, 1, 0}};
  double startAngle = 1;  ///< of the straight chain from the vertical [rad]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism gearedChain(const GearedChainOptions& options = {});

/// A serial chain driven by parallel belt transmissions (parts.hpp): two or three links at
/// a time are turned by rotors that all sit on the link before, on one axis, and reach the further
/// joints by belts along the links. Figures are those of the geared chain.
struct BeltChainOptions {
  int links = 12;
  int linksPerBelt = 2;       ///< links of one transmission; the last may have fewer
  double length = 1;          ///< of one link [m]
  double mass = 1;            ///< of one link [kg]
  double ratio = 6;           ///< of the gear between a rotor and its first pulley
  double beltRatio = 1;       ///< angle of a pulley over that of the next
  double rotorMass = 0.08;    ///< [kg]
  double rotorRadius = 0.05;  ///< [m]
  /// Axes of the transmissions, in the frames of their child links, repeated along the chain; not
  /// zero. All joints of one transmission are parallel.
  std::vector<Eigen::Vector3d> axes{{0, 1, 0}};
  double startAngle = 1;  ///< of the straight chain from the vertical [rad]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism beltChain(const BeltChainOptions& options = {});

/// A humanoid leg of human size hanging from the world: hip yaw, roll and pitch, knee, and an ankle
/// driven through a push-rod four-bar. Every drive is a rotor body geared to its joint.
struct GearedLegOptions {
  double ratio = 6;        ///< rotor angle over joint angle
  double size = 1;         ///< scales lengths; masses go with its cube
  double hipAngle = 0.5;   ///< initial hip pitch, forward positive [rad]
  double kneeAngle = 0.6;  ///< initial knee flexion [rad]
  double ankleAngle = 0;   ///< initial ankle angle, toes up positive [rad]
  double stiffness = 20;   ///< of the springs at hip yaw, knee and ankle [N·m/rad]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism gearedLeg(const GearedLegOptions& options = {});

/// A leg with the differential drives of the UIUC Tello humanoid, hanging from the world: two
/// geared cranks with push-rods swing the hip in roll and pitch together, and two rotors turn knee
/// and ankle through a differential, whose sum is the knee and whose difference reaches the foot by
/// a crank and a push-rod along the shin. The hip's yaw is geared. Figures are the robot's.
struct DifferentialLegOptions {
  double ratio = 6;       ///< rotor angle over crank or joint angle
  double hipYaw = 0;      ///< initial angles [rad]
  double hipRoll = 0.1;   ///< left positive
  double hipPitch = 0.4;  ///< back positive
  double knee = -0.7;     ///< back positive
  double ankle = 0.2;     ///< toes down positive
  double stiffness = 5;   ///< of the springs at yaw, knee and ankle [N·m/rad]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism differentialLeg(const DifferentialLegOptions& options = {});

/// A tree of rods in space: every rod has `branches` smaller children, `depth` levels deep.
struct BranchingTreeOptions {
  int depth = 4;            ///< levels of rods; at most 5000 bodies in all
  int branches = 2;         ///< children of a rod
  double length = 0.4;      ///< of the first rod [m]
  double mass = 1.0;        ///< of the first rod [kg]
  double spread = 0.6;      ///< angle of a rod to its parent [rad]
  double shrink = 0.75;     ///< length over that of the level before
  double startAngle = 0.7;  ///< of the first joint [rad]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism branchingTree(const BranchingTreeOptions& options = {});

/// A chain that falls over a fixed round bar along y, above the ground: capsules joined end to end,
/// straight and level at the start. Contact with the bar, the ground and itself.
struct DrapedChainOptions {
  int links = 28;
  double length = 0.1;                     ///< of one link [m]
  double radius = 0.02;                    ///< of one link [m], at most 0.45 of its length
  double mass = 0.1;                       ///< of one link [kg]
  JointType joint = JointType::spherical;  ///< spherical, or revolute about y
  double barRadius = 0.25;                 ///< [m]
  double barHeight = 1.1;                  ///< of its axis over the ground [m]
  double drop = 0.1;                       ///< of the chain down to the bar [m]
  double shift = 0.1;                      ///< of its middle past the bar, over its length
  double friction = 0.3;                   ///< Coulomb's coefficient of everything
  double gravity = 9.81;
  double damping = 0;
};
Mechanism drapedChain(const DrapedChainOptions& options = {});

/// A ring of capsules joined end to end by ball joints, the last closed by a loop, that drops on
/// the ground as a regular polygon.
struct ClosedRingOptions {
  int links = 16;
  double length = 0.15;   ///< of one link [m]
  double radius = 0.02;   ///< of one link [m], at most 0.4 of its length
  double mass = 0.1;      ///< of one link [kg]
  double tilt = 1.1;      ///< of the ring from lying flat [rad]
  double drop = 0.3;      ///< of its lowest point [m]
  double friction = 0.5;  ///< Coulomb's coefficient of everything
  double gravity = 9.81;
  double damping = 0;
};
Mechanism closedRing(const ClosedRingOptions& options = {});

/// A thin disc that rolls on the plane z = 0 without slipping, by a nonholonomic constraint: only
/// methods with such constraints simulate it. It starts towards +x from the origin, leaning to the
/// right.
struct RollingDiscOptions {
  double radius = 0.25;  ///< [m]
  double mass = 2;       ///< [kg]
  double lean = 0.35;    ///< of the disc from the vertical [rad]
  double speed = 1.2;    ///< of its center along x [m/s]
  double turning = 0;    ///< about the vertical, left positive [rad/s]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism rollingDisc(const RollingDiscOptions& options = {});

/// Cubes on the ground, one on the other.
struct BoxStackOptions {
  int boxes = 10;
  double size = 0.2;      ///< edge of a cube [m]
  double mass = 1;        ///< of the lowest one [kg]
  double massRatio = 1;   ///< mass of a cube over that of the one below
  double friction = 0.6;  ///< Coulomb's coefficient of everything
  double gravity = 9.81;
  double damping = 0;
};
Mechanism boxStack(const BoxStackOptions& options = {});

/// Interlocking rings: the first swings on a universal joint, each further one hangs on the tube of
/// the one before and slides on it, crossed at a right angle: 2 + 4 (links − 1) degrees of freedom.
/// Only the point of contact is kept: rings may cut each other elsewhere.
struct TorusChainOptions {
  int links = 10;
  double majorRadius = 0.1;   ///< of a ring's center line [m]
  double minorRadius = 0.02;  ///< of its tube [m], at most 0.45 of the major radius
  double mass = 0.2;          ///< of one ring [kg]
  double startAngle = 0.9;    ///< of the straight chain from the vertical [rad]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism torusChain(const TorusChainOptions& options = {});

/// The torus chain with its first ring threaded on a rail: a Bézier curve of 7 control points that
/// falls and rises; the curve passes through the ring's center along its axis, and the ring does
/// not turn about it. From rest it stays on the rail, whose ends are higher.
struct RailTorusChainOptions {
  int links = 6;
  double majorRadius = 0.08;   ///< of a ring's center line [m]
  double minorRadius = 0.016;  ///< of its tube [m], at most 0.45 of the major radius
  double mass = 0.1;           ///< of one ring [kg]
  double start = 0.25;         ///< where on the curve
  double gravity = 9.81;
  double damping = 0;
};
Mechanism railTorusChain(const RailTorusChainOptions& options = {});

/// A board that slides on a Bézier surface of 25 control points, a hilly bowl, and turns freely
/// about its normal; it supports a mast with two chains. From rest it stays in the bowl.
struct SurfaceBoardOptions {
  int links = 3;        ///< of one chain
  double mass = 0.1;    ///< of one link [kg]; the board has ten times that
  double start = 0.15;  ///< where on the surface along u
  double spin = 1;      ///< of the board about its normal [rad/s]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism surfaceBoard(const SurfaceBoardOptions& options = {});

/// A wheel with four arms of bodies that touch: rings hung in rings, then a ring on an ellipsoid
/// and that on a sphere, or a ring on a sphere and that on another. Contacts of tori have 4
/// degrees of freedom, the others 5, which damping leaves out: 73 with the wheel. At the start the
/// arms hang and move with the rim. After the windmill of Si & Guenter, section 5.
struct WindmillOptions {
  double speed = 1.5;  ///< of the wheel [rad/s]
  double gravity = 9.81;
  double damping = 0;
};
Mechanism windmill(const WindmillOptions& options = {});

/// The joint of a robot's base. The base starts with the feet just above the floor.
enum class RobotBase {
  floating,  ///< nothing: it flies free
  hanging,   ///< a spring and a damper in its free joint, which on Earth hold it at that height
  fixed,     ///< the world, at that height
  standing   ///< nothing but its feet: contact with the floor and itself; of the MIT Humanoid alone
};

/// A published robot: its figures are in catalogue/robots, in a mechanism file that also says what
/// it looks like. Rotors are bodies of their own, tied to their joints by couplings. It starts at
/// rest with its knees bent, x forward, y to the left; the floor is z = 0.
struct RobotOptions {
  RobotBase base = RobotBase::floating;
  double gravity = 9.81;
  double damping = 0;  ///< of every joint but the base's
};

/// MIT Mini Cheetah, a quadruped: 18 degrees of freedom, 12 geared joints.
/// Katz, Di Carlo and Kim, ICRA 2019.
Mechanism miniCheetah(const RobotOptions& options = {});

/// Minitaur, a quadruped whose two motors a leg turn the upper bars of a closed linkage about one
/// axis, without gears; the lower bars meet at the toe: 14 degrees of freedom, 4 loops. Lengths are
/// the robot's (0.1 m and 0.2 m, 5 kg); how the mass is spread is our estimate. A leg is singular
/// where its upper bars lie on each other or in one line. Kenneally, De and Koditschek, 2016.
Mechanism minitaur(const RobotOptions& options = {});

/// MIT Humanoid: 24 degrees of freedom, 18 driven joints. The knee's and the ankle's motors sit on
/// the thigh, the ankle's drives through a belt over the knee. Standing, its toes and heels touch
/// the floor, trunk and limbs the floor and each other. Chignoli et al., Humanoids 2021.
Mechanism mitHumanoid(const RobotOptions& options = {});

/// Tello Humanoid: 24 degrees of freedom, 18 driven joints. Two motors at each hip turn cranks
/// whose push-rods roll and pitch the thigh; two more turn the knee by their sum and, by their
/// difference, a crank on the shin whose push-rod turns the foot. Rods and cranks have no mass; the
/// arms are those of the MIT Humanoid. Sim et al., "Tello Leg", 2022.
Mechanism telloHumanoid(const RobotOptions& options = {});

/// JVRC-1, the humanoid of the Japan Virtual Robotics Challenge, with a geared rotor at each of its
/// 32 joints: 38 degrees of freedom.
Mechanism jvrc1(const RobotOptions& options = {});

/// The catalogue by name, options as JSON: `catalogueMechanism("chain", R"({"links": 40})")`.
/// Option names are those of the structs; vectors are arrays; `""` means no options. Throws
/// MechanismError on an unknown name, an unknown option, a wrong type or a value out of range.
Mechanism catalogueMechanism(std::string_view name, std::string_view optionsJson = "");

/// The names that `catalogueMechanism` accepts.
const std::vector<std::string_view>& catalogueNames();

/// The catalogue with its options, their defaults and ranges, as JSON: the one table of them, which
/// TypeScript and the page read.
///
///   [{"name": "chain", "options": [{"name": "links", "default": 5, "min": 1, "max": 5000}, …]}, …]
///
/// Of options that are one of a few words, `choices` instead of a range; vectors have a range for
/// each of their numbers, lists of axes none.
std::string catalogueJson();

}  // namespace linkwork
