#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linkwork/mechanism.hpp"
#include "linkwork/recursion.hpp"
#include "linkwork/spatial.hpp"

namespace linkwork {

template <typename Scalar>
class ClusterTree;

/// Spatial directions in one frame, at most six, one a column. Each is a wrench (n; f) of size one,
/// and at the same time the part of the frame's twist (ω; v) that is observed.
template <typename Scalar>
using Directions = Eigen::Matrix<Scalar, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;

/// In which axes directions are written; they are taken at the frame's origin in both.
enum class DirectionAxes { frame, world };

// First derivatives of forward and inverse dynamics, exact to rounding, loops and couplings
// included.
//
// A state on its constraints has m = degreesOfFreedom directions to move in, not as many as q has
// numbers. They are the independent velocities ẏ that updateKinematics picks at the pose, with the
// tangent basis G of v = G ẏ:
//
//   along y_j     q ← q ⊕ ε G e_j        and v = G ẏ with ẏ held, so v turns with G
//   along ẏ_j     v ← v + ε G e_j
//   along τ_i     τ ← τ + ε e_i          for every tree joint, dependent ones too
//   along ÿ_j     v̇ ← v̇ + ε G e_j
//
// For joints that count angles and lengths ∂/∂y_j is the derivative by that coordinate while the
// loops stay closed. On the groups (spherical and free joints) it is the one along the joint's own
// velocity: a turn and a shift of the child in the child's axes, with the components of the twist
// held in these axes. Held as well are the torques on all tree joints, and the wrenches in the
// world's axes. Springs, dampers, friction and gravity answer to the motion.
//
// With M the mass matrix in ẏ and ÿ the independent entries of v̇, at τ_y = ID(y, ẏ, ÿ):
//
//   ∂ÿ/∂τ_y = M⁻¹      ∂τ_y/∂ÿ = M      ∂ÿ/∂y = −M⁻¹ ∂τ_y/∂y      ∂ÿ/∂ẏ = −M⁻¹ ∂τ_y/∂ẏ

/// Derivatives of v̇ = FD(y, ẏ, τ), all tree joints.
struct ForwardDynamicsDerivatives {
  explicit ForwardDynamicsDerivatives(const ClusterTree<double>& tree);

  std::vector<int> coordinates;  ///< entries in v of ẏ: the columns below, and rows of ÿ
  Eigen::MatrixXd position;      ///< ∂v̇/∂y, velocitySize × m
  Eigen::MatrixXd velocity;      ///< ∂v̇/∂ẏ, velocitySize × m
  Eigen::MatrixXd torque;        ///< ∂v̇/∂τ = G M⁻¹ Gᵀ, velocitySize², symmetric
};

/// Derivatives of τ_y = ID(y, ẏ, ÿ), independent joints; each m × m.
struct InverseDynamicsDerivatives {
  explicit InverseDynamicsDerivatives(const ClusterTree<double>& tree);

  std::vector<int> coordinates;  ///< entries in v of ẏ: the rows and columns below
  Eigen::MatrixXd position;      ///< ∂τ_y/∂y
  Eigen::MatrixXd velocity;      ///< ∂τ_y/∂ẏ
  Eigen::MatrixXd acceleration;  ///< ∂τ_y/∂ÿ = M
};

/// A frame on a body, or on the world.
struct BodyFrame {
  std::string body{worldName};
  Frame frame = {};  ///< in the body's frame

  bool operator==(const BodyFrame&) const = default;
};

/// An end-effector as users name it: a frame on a body, and directions in its axes or the world's.
struct NamedEndEffector {
  std::string body;
  Frame frame = {};
  Directions<double> directions = Matrix6<double>::Identity();
  DirectionAxes axes = DirectionAxes::frame;
};

/// The desired pose of a frame, in the world.
struct PoseTarget {
  BodyFrame frame;
  Eigen::Vector3d position{0, 0, 0};             ///< of its origin [m]
  std::optional<Eigen::Quaterniond> rotation{};  ///< of its axes, unit to 1e-6; none: any
  double positionWeight = 1;                     ///< at least 0; 0: any position
  double rotationWeight = 1;
};

struct InverseKinematicsOptions {
  std::vector<std::string> held;  ///< joints that do not move
  double tolerance = 1e-9;        ///< of the error, above 0
  int iterations = 200;           ///< at most, of a search
  int searches = 1;               ///< at most: those after the first begin at random poses
};

struct InverseKinematicsResult {
  Eigen::VectorXd q;
  double error;  ///< √ Σ (weight · meters)² + (weight · radians)² off the targets
  int iterations;
  bool isReached;  ///< whether the error is within the tolerance
  std::vector<std::string> jointsAtLimits{};
};

/// A motion at one moment with the generalized forces that make it, all laid out like q and v.
struct MotionSample {
  Eigen::VectorXd q, v, a, tau;
};

struct InertialParametersFit {
  Eigen::VectorXd parameters;  ///< ten a body
  double residual;  ///< √ of the mean square of what τ_y the parameters miss [N·m, N]
  int rank;         ///< how many combinations of parameters the samples determine
};

/// The place of a joint's numbers in vectors laid out like q and like v.
struct JointPlace {
  int index;                   ///< in Mechanism::joints
  int position, positionSize;  ///< first entry in q, and how many
  int velocity, velocitySize;  ///< the same in v, a and τ
};

/// A mechanism made ready for computing with it.
///
/// Vectors are laid out by the mechanism, one joint of the tree after the other in the order of
/// Mechanism::joints: q with positionSize(joint) numbers of each; v, its derivative a, and the
/// generalized forces τ dual to it with velocitySize(joint). Loops and couplings leave fewer
/// velocities free, the independent coordinates ẏ, some entries of v:
///
///   v = G ẏ        a = G ÿ + g
///
/// Positions and velocities must satisfy loops and couplings; `close` projects a nearby state onto
/// them. Poses and wrenches are those of Mechanism::bodies, in world axes. All functions take O(n)
/// for loops of bounded size, but for the matrices. They share one workspace: use a Model in one
/// thread at a time, or one copy per thread.
///
/// Names that do not exist, vectors of the wrong length and, if H⁻¹ is needed, joints that move no
/// mass throw MechanismError. A singular pose throws SimulationError.
class Model {
 public:
  /// Which coordinates are independent is chosen at `state`, else at the mechanism's initial state,
  /// else with all joints at zero, and again where that choice no longer serves. Throws
  /// MechanismError if the mechanism is not valid or does not close there.
  explicit Model(Mechanism mechanism, const std::optional<NamedState>& state = std::nullopt);
  /// A copy shares the compiled mechanism and has its own workspace: O(n) small arrays.
  Model(const Model& other);
  Model& operator=(const Model& other);
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  ~Model();

  const Mechanism& mechanism() const;
  /// The compiled mechanism, from which programs are made (program.hpp).
  const ClusterTree<double>& tree() const;
  int positionSize() const;      ///< of q
  int velocitySize() const;      ///< of v, a and τ
  int degreesOfFreedom() const;  ///< of ẏ

  JointPlace joint(std::string_view name) const;
  JointPlace jointAt(int index) const;    ///< of Mechanism::joints
  int body(std::string_view name) const;  ///< in Mechanism::bodies

  /// The state it was made at, its loops closed.
  const Eigen::VectorXd& initialPosition() const;
  const Eigen::VectorXd& initialVelocity() const;

  /// Flat vectors from numbers by joint name, joints not named at zero, and back.
  Eigen::VectorXd position(const JointValues& named) const;
  Eigen::VectorXd velocity(const JointValues& named) const;
  JointValues namedPosition(const Eigen::VectorXd& q) const;
  JointValues namedVelocity(const Eigen::VectorXd& v) const;

  /// The closed, regular pose nearest to the initial one at which these joints stand as given, and
  /// the nearest velocities with which these joints move as given (linkwork/assemble.hpp): q and v
  /// of all joints. Throws MechanismError, naming the loop, if there are none.
  NamedState assemble(const JointValues& q, const JointValues& v = {}) const;

  /// Brings a state near its loops and couplings onto them; independent coordinates stay.
  void close(Eigen::VectorXd& q, Eigen::VectorXd& v);

  /// Entries in v of ẏ, as chosen at a pose.
  std::vector<int> independentVelocities(const Eigen::VectorXd& q);
  /// From user order to independent coordinates and back, at a pose:  ẏ picked from v;  v = G ẏ;
  /// generalized forces on ẏ, Gᵀ τ.
  Eigen::VectorXd independent(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  Eigen::VectorXd spanning(const Eigen::VectorXd& q, const Eigen::VectorXd& independent);
  Eigen::VectorXd projectForces(const Eigen::VectorXd& q, const Eigen::VectorXd& tau);

  /// Poses of all bodies, and their twists [ω; v] in body axes.
  std::vector<Transform<double>> poses(const Eigen::VectorXd& q);
  std::vector<Vector6<double>> twists(const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  /// Twist [ω; v] of a frame, v that of its origin, and its rate, in the world's axes or its own
  /// [rad/s, m/s, rad/s², m/s²]; the Jacobian 6 × degreesOfFreedom of it and its rate, columns as
  /// in the mass matrix:
  ///
  ///   [ω; v] = J ẏ      d/dt [ω; v] = J ÿ + J̇ ẏ
  ///
  /// In the world's axes the latter is [ω̇; p̈] with p the frame's origin: an accelerometer there
  /// reads Rᵀ (p̈ − g). In the frame's own axes it is the rate of the components, Featherstone's
  /// spatial acceleration, whose linear part is Rᵀ p̈ − ω × v. Of a the independent entries count;
  /// with none, J̇ ẏ remains. O(n), and O(d m) for the Jacobian. Source: Featherstone, "Rigid Body
  /// Dynamics Algorithms", chapter 2; J̇ by jets.
  Vector6<double> frameTwist(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                             const BodyFrame& frame, DirectionAxes axes = DirectionAxes::world);
  Vector6<double> frameAcceleration(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                    const Eigen::VectorXd& a, const BodyFrame& frame,
                                    DirectionAxes axes = DirectionAxes::world);
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& q, const BodyFrame& frame,
                           DirectionAxes axes = DirectionAxes::world);
  Eigen::MatrixXd jacobianRate(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                               const BodyFrame& frame, DirectionAxes axes = DirectionAxes::world);
  /// [ω̇; p̈] of all bodies in world axes, p the origin of the body's frame [rad/s², m/s²].
  std::vector<Vector6<double>> accelerations(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                             const Eigen::VectorXd& a);
  /// Pose of a frame in another, and its twist as it is seen from there: [ω; v] of the one relative
  /// to the other, at the origin of the first in the axes of the second.
  Transform<double> relativePose(const Eigen::VectorXd& q, const BodyFrame& frame,
                                 const BodyFrame& reference = {});
  Vector6<double> relativeTwist(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                const BodyFrame& frame, const BodyFrame& reference = {});

  /// The pose, from one near by, that brings frames to their targets, or nearest to them: a minimum
  /// of the error over the poses that close the loops on the same assembly branch, with all joints
  /// within their limits and the held ones as they were, to 1e-9 rad or m. The minimum is the one
  /// downhill: others may be lower, and where no motion brings a frame nearer to first order (an
  /// arm stretched away from its target) it is taken for one. Further searches begin at random
  /// poses, on any assembly branch, until one reaches the targets. Levenberg and Marquardt's method
  /// over ẏ, O(n + m³) an iteration. Throws MechanismError if a target is not one, SimulationError
  /// where no pose near q is within the limits.
  InverseKinematicsResult inverseKinematics(const Eigen::VectorXd& q,
                                            const std::vector<PoseTarget>& targets,
                                            const InverseKinematicsOptions& options = {});

  /// All bodies' mass M [kg], those welded to the world too; its center c, with velocity and
  /// acceleration, in world axes [m, m/s, m/s²]; the Jacobian 3 × degreesOfFreedom, ċ = J ẏ, and
  /// its rate. Throw MechanismError if M is 0, as do those below.
  double mass() const;
  Eigen::Vector3d centerOfMass(const Eigen::VectorXd& q);
  Eigen::Vector3d centerOfMassVelocity(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  Eigen::Vector3d centerOfMassAcceleration(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                           const Eigen::VectorXd& a);
  Eigen::MatrixXd centerOfMassJacobian(const Eigen::VectorXd& q);
  Eigen::MatrixXd centerOfMassJacobianRate(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  /// The momentum of all bodies about c, angular part first, in world axes [kg·m²/s, kg·m/s]; its
  /// rate, the sum of all that acts from outside [N·m, N]; and the matrix A, 6 × degreesOfFreedom,
  /// with its rate:
  ///
  ///   h = A ẏ      ḣ = A ÿ + Ȧ ẏ
  ///
  /// As above, with no a it is Ȧ ẏ. O(n). Source: Orin, Goswami & Lee, "Centroidal dynamics of a
  /// humanoid robot" (2013), by clusters.
  Vector6<double> centroidalMomentum(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  Vector6<double> centroidalMomentumRate(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                         const Eigen::VectorXd& a);
  Eigen::MatrixXd centroidalMomentumMatrix(const Eigen::VectorXd& q);
  Eigen::MatrixXd centroidalMomentumMatrixRate(const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  /// a under generalized forces τ, and wrenches [moment; force] on the bodies about the world's
  /// origin (none, or one a body), in addition to gravity and the joints' springs, damping and
  /// friction.
  Eigen::VectorXd forwardDynamics(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                  const Eigen::VectorXd& tau,
                                  const std::vector<Vector6<double>>& wrenches = {});
  /// The same with what each pass of the articulated-body algorithm leaves in
  /// bodies and clusters (linkwork/recursion.hpp): to be looked at; it allocates.
  RecursionPasses recursion(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                            const Eigen::VectorXd& tau,
                            const std::vector<Vector6<double>>& wrenches = {});
  /// τ on the independent joints, zero on the others, that produces a in addition to the forces
  /// that act already.
  Eigen::VectorXd inverseDynamics(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                  const Eigen::VectorXd& a,
                                  const std::vector<Vector6<double>>& wrenches = {});
  /// The same that holds a pose against gravity and springs.
  Eigen::VectorXd gravityCompensation(const Eigen::VectorXd& q);
  /// In the place of ẏ the velocities v_A of other joints, the driven ones: entries of v, as many
  /// as there are degrees of freedom, that determine all others. The forces on these joints alone
  /// that do what τ does, laid out like v; the mass matrix over them, in their order; all
  /// velocities from theirs:
  ///
  ///   G_Aᵀ τ_A = Gᵀ τ      H_A = G_A⁻ᵀ H G_A⁻¹      v = G G_A⁻¹ v_A       G_A: their rows of G
  ///
  /// Throw MechanismError if they are too many or too few for joints that loops and couplings tie,
  /// SimulationError where they depend on each other at the pose.
  Eigen::VectorXd actuatorForces(const Eigen::VectorXd& q, const Eigen::VectorXd& tau,
                                 const std::vector<int>& actuated);
  Eigen::MatrixXd massMatrix(const Eigen::VectorXd& q, const std::vector<int>& actuated);
  Eigen::VectorXd spanning(const Eigen::VectorXd& q, const Eigen::VectorXd& velocities,
                           const std::vector<int>& actuated);
  /// H and C of H ÿ + C = Gᵀ τ.
  Eigen::MatrixXd massMatrix(const Eigen::VectorXd& q);
  /// The upper triangle of H by branches: column k has entries at the freedoms that support k, at
  /// those before it in its cluster, and on the diagonal. All others are zero at every pose. O(n d)
  /// for trees of depth d.
  Eigen::SparseMatrix<double> sparseMassMatrix(const Eigen::VectorXd& q);
  /// H⁻¹, and H⁻¹ B for some columns B, degreesOfFreedom × any number: by H = Lᵀ D L along the
  /// branches, O(n d²), and O(n d) a column. Source: Featherstone, "Efficient Factorization of the
  /// Joint-Space Inertia Matrix for Branched Kinematic Trees" (2005).
  Eigen::MatrixXd inverseMassMatrix(const Eigen::VectorXd& q);
  Eigen::MatrixXd solveMassMatrix(const Eigen::VectorXd& q, const Eigen::MatrixXd& b);
  /// Λ = (J H⁻¹ Jᵀ)⁻¹ and Λ⁻¹ along the directions of end-effectors, those of the first first: what
  /// opposes accelerations J ÿ + J̇ ẏ there, and what unit forces along one accelerate along the
  /// others [kg, kg·m, kg·m², and the inverse]. O(n + k²) for k directions, O(k³) for Λ. Throws
  /// SimulationError where directions depend on each other or cannot move: there only Λ⁻¹ exists.
  /// Source: Chignoli et al., section VIII (C-EFPA).
  Eigen::MatrixXd operationalSpaceInertia(const Eigen::VectorXd& q,
                                          const std::vector<NamedEndEffector>& endEffectors);
  Eigen::MatrixXd inverseOperationalSpaceInertia(const Eigen::VectorXd& q,
                                                 const std::vector<NamedEndEffector>& endEffectors);
  Eigen::VectorXd biasForce(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  /// The part of bias forces that is due to velocity as a matrix over ẏ, degreesOfFreedom², and
  /// the Christoffel symbols that it consists of, Γ_ijk at entry (i, j) of the k-th matrix:
  ///
  ///   C_v(q, v) ẏ      Ḣ = C_v + C_vᵀ, so Ḣ − 2 C_v is skew      C_v,ij = Σ_k Γ_ijk ẏ_k
  ///
  /// Where ẏ are rates of coordinates, Γ_ijk = ½ (∂H_ij/∂y_k + ∂H_ik/∂y_j − ∂H_jk/∂y_i), the same
  /// with j and k exchanged. On ball and free joints, whose velocities are in the child's axes,
  /// these are the coefficients of the same connection in that moving frame: Γ_ijk − Γ_ikj is then
  /// what H makes of the frame's own turning, and ∂H_ij along column k of G is Γ_ijk + Γ_jik still.
  /// Units are those of H [kg·m², kg·m, kg] over time, and over that of q. O(n d) for trees of
  /// depth d; the symbols n times that. Source: Echeandia & Wensing, "Numerical methods to compute
  /// the Coriolis matrix and Christoffel symbols for rigid-body systems" (2021), here by clusters.
  Eigen::MatrixXd coriolisMatrix(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  std::vector<Eigen::MatrixXd> christoffelSymbols(const Eigen::VectorXd& q);

  /// Inertial parameters π, ten for each body in the order of Mechanism::bodies: mass [kg], first
  /// moment m c [kg·m], and inertia xx, yy, zz, xy, xz, yz about the origin of the body's frame
  /// [kg·m²], in its axes. The regressor Y, degreesOfFreedom × 10 bodies:
  ///
  ///   H ÿ + C = Y(q, v, a) π      but for springs, dampers, friction and armature
  ///
  /// Of a the independent entries count; gravity is in Y. O(n d). Source: Atkeson, An & Hollerbach
  /// (1986), by clusters.
  Eigen::VectorXd inertialParameters() const;
  Eigen::MatrixXd inertialRegressor(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                    const Eigen::VectorXd& a);
  /// The parameters with which samples of motion need the forces they had, by least squares;
  /// joints' springs, dampers and friction are taken for known. Undetermined parameters stay as in
  /// `prior`: combinations of parameters that do to the torques less than `tolerance` of what the
  /// strongest does, each counted by what it does to them. Masses may come out that no body has.
  InertialParametersFit fitInertialParameters(const std::vector<MotionSample>& samples,
                                              const Eigen::VectorXd& prior,
                                              double tolerance = 1e-8);

  double kineticEnergy(const Eigen::VectorXd& q, const Eigen::VectorXd& v);  ///< [J]
  double potentialEnergy(const Eigen::VectorXd& q);  ///< zero at the world's origin, springs too

 private:
  friend class Simulation;  // which may be made of one
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace linkwork
