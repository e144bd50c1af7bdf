#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "linkwork/dynamics.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/mechanism.hpp"
#include "linkwork/methods.hpp"
#include "linkwork/spatial.hpp"
#include "linkwork/tracking.hpp"

namespace linkwork {

struct CompiledDynamics;
template <typename Scalar>
struct ImpactRows;

struct SimulationOptions {
  std::string method = {};      ///< methods.hpp; empty: the first that keeps all the mechanism has
  std::string integrator = {};  ///< one of the method's; empty: its default
  double step = 1e-3;           ///< [s]
  VariationalOptions variational = {};
  ContactOptions contact = {};
  /// By what part of the kinetic energy a step may miss the balance of energy; one that misses it
  /// by more is taken in parts (Simulation::retries). Looked at where nothing touches and the
  /// change of a velocity in a step would move its joint further than 0.005 to 0.02 rad or m in
  /// the next. A part may miss as much as a whole step. Empty: 2e-4, or 2e-3 to 5e-3 where the
  /// energy of the integrator does not drift but comes back.
  std::optional<double> energyTolerance = {};
};

/// The changes of accelerations by a test force.
struct TestForceResponse {
  std::span<const double> acceleration;  ///< Δv̇ of all tree joints; valid until the next call
  Eigen::Vector3d point;                 ///< of the acceleration of its point, world axes [m/s²]
};

/// A contact of two bodies, and its force.
struct ContactForce {
  std::array<std::string_view, 2> bodies;  ///< or "world"
  std::array<int, 2> colliders;            ///< in ContactModel::colliders
  Eigen::Vector3d point;                   ///< world [m]
  Eigen::Vector3d normal;                  ///< unit, world, from the first body to the second
  Eigen::Vector3d force;                   ///< on the second body, world, mean over the step [N]
  Eigen::Vector3d moment;                  ///< of torsional and rolling friction, likewise [N·m]
  double gap;                              ///< of the surfaces, below 0 inside [m]
};

/// Two colliders that began to touch or ended it: that push each other, or of which one is a sensor
/// that the other overlaps.
struct ContactEvent {
  enum class Type { began, ended };

  Type type;
  std::array<int, 2> colliders;  ///< in ContactModel::colliders, the smaller one first
  double impulse;  ///< along the normal: of its first step, or of all its steps [N·s]
  double time;     ///< end of the first step with it, or of the first one without [s]
};

/// The first collider that a ray meets.
struct RayHit {
  int collider;            ///< in ContactModel::colliders
  std::string_view body;   ///< or "world"
  double distance;         ///< from the origin [m]
  Eigen::Vector3d point;   ///< world [m]
  Eigen::Vector3d normal;  ///< unit, world, outwards
};

/// Colliders to query: those of a body, or of "world", that are no sensors; or a single one, by its
/// index in ContactModel::colliders.
using BodyOrCollider = std::variant<std::string_view, int>;

/// The points of two colliders that are closest to each other; of those that overlap, the deepest
/// ones: points[1] = points[0] + distance · normal.
struct ClosestPoints {
  std::array<std::string_view, 2> bodies;  ///< or "world"
  std::array<int, 2> colliders;            ///< in ContactModel::colliders
  double distance;  ///< of the surfaces; below 0: how deep they overlap along the normal [m]
  std::array<Eigen::Vector3d, 2> points;  ///< on each surface, world [m]
  Eigen::Vector3d normal;                 ///< unit, world, from the first to the second
};

/// A collider that overlaps a shape.
struct Overlap {
  int collider;           ///< in ContactModel::colliders
  std::string_view body;  ///< or "world"
};

/// The force of a joint limit.
struct LimitForce {
  std::string_view joint;
  double force;  ///< along its coordinate, mean over the step [N or N·m]
};

/// A loop that broke (Loop::breaks), and the reaction that broke it.
struct BrokenLoop {
  std::string name;
  double time;           ///< of the end of the step [s]
  double force, moment;  ///< [N, N·m]
};

/// Axes of a wrench: the world's, or those of the child's joint frame.
enum class ReactionAxes { world, joint };

/// The mass matrix over the independent velocities at a pose: kinetic energy ½ ẏᵀ H ẏ.
struct MassMatrix {
  explicit MassMatrix(const ClusterTree<double>& tree);

  std::vector<int> coordinates;  ///< entries in v of ẏ: rows and columns
  Eigen::MatrixXd matrix;        ///< H, symmetric, degreesOfFreedom² [kg·m², kg·m, kg]
};

/// Derivatives of one step, as it is taken and not of the motion that it approximates:
///
///   x' = Φ_h(x, τ)        δx' = A δx + B δτ        x = (y, ẏ)
///
/// x is the state before the step and x' the state after it, each in the independent coordinates
/// chosen at its pose, in which δy and δẏ are those of dynamics.hpp: δy_j moves along the loops and
/// turns v with them. The next step starts with the coordinates chosen at the end of this one, so
/// maps of steps that follow each other multiply. τ are the forces of all tree joints, held over
/// the step.
struct StepMap {
  explicit StepMap(const ClusterTree<double>& tree);

  std::vector<int> coordinates;     ///< entries in v of ẏ where the step begins: columns of A
  std::vector<int> endCoordinates;  ///< the same where it ends: rows of A and B
  Eigen::MatrixXd state;            ///< A = ∂x'/∂x, 2m × 2m, m = degreesOfFreedom
  Eigen::MatrixXd torque;           ///< B = ∂x'/∂τ, 2m × velocitySize
};

/// End-effectors made ready for one simulation (Simulation::endEffectors): a row for each direction
/// of each, in order.
class EndEffectorRows {
 public:
  explicit EndEffectorRows(ImpactRows<double> rows);
  EndEffectorRows(EndEffectorRows&&) noexcept;
  EndEffectorRows& operator=(EndEffectorRows&&) noexcept;
  ~EndEffectorRows();

  int rows() const;

 private:
  friend class Simulation;
  std::unique_ptr<ImpactRows<double>> rows_;
};

/// A mechanism in motion.
///
/// Flat arrays are laid out by the mechanism: q and v of all tree joints in the order of
/// Mechanism::joints, poses in the order of Mechanism::bodies. After each step loops and couplings
/// are closed again to rounding. A step allocates nothing.
///
/// Names that do not exist, numbers that are not finite and arrays of the wrong length throw
/// MechanismError and change nothing. A step that fails is taken again in 2, 4 … 64 parts, then
/// with contacts and limits met as well as possible (`retries`, `contactError`). One that cannot be
/// completed throws SimulationError with its time; the state is then that of the last good step and
/// the object stays usable. Answers that no number can hold throw SimulationError too.
class Simulation {
 public:
  /// Starts at `state`, else at the initial state, else with all joints at zero; its torques and
  /// wrenches go on acting. Throws as Model does; steps throw if a joint moves no mass.
  explicit Simulation(Mechanism mechanism, const SimulationOptions& options = {},
                      const std::optional<NamedState>& state = std::nullopt);

  /// One of a model: it shares what that has compiled, so making it takes microseconds. Starts
  /// at `state`, else where the model was compiled.
  explicit Simulation(const Model& model, const SimulationOptions& options = {},
                      const std::optional<NamedState>& state = std::nullopt);

  /// Another one, at this moment and under the same forces, motors and pull, that shares what is
  /// compiled of the mechanism. Compiled code stays here (useCompiled).
  Simulation clone() const;

  /// Moving keeps the state and returned references valid. Only assign to or destroy an object that
  /// was moved from.
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  void step(int count = 1);
  /// Takes the steps that fit into a duration, and adds the rest of it to the next call. Returns
  /// the number of steps. Throws MechanismError if they are 2³¹ or more.
  int advance(double seconds);
  /// `intervals` of `hold` steps each, under the torques of intervals × velocitySize numbers, of
  /// which the last stay. Into `trajectory`, unless it is empty, go intervals × (positionSize +
  /// velocitySize) numbers: q and v where each interval ends.
  void rollout(std::span<const double> controls, int intervals, int hold = 1,
               std::span<double> trajectory = {});
  double time() const;      ///< [s]
  double stepSize() const;  ///< the longest, where steps adapt [s]
  void setStepSize(double seconds);
  const std::string& integrator() const;
  void setIntegrator(std::string_view name);
  std::string_view method() const;
  /// The integrator becomes the method's default unless the method has it too. The state goes on.
  void setMethod(std::string_view name);

  /// Runs compiled code from now on (program.hpp) where it applies; null members change nothing.
  void useCompiled(CompiledDynamics dynamics);
  const CompiledDynamics& compiled() const;

  /// A number of the mechanism, by the name of a body or joint, a dot and its name in the file
  /// form: of bodies "mass", "centerOfMass.x" … and "inertia.xx" …, of joints "damping",
  /// "stiffness", "rest", "friction", "pitch", "parentFrame.position.x" … and
  /// "childFrame.position.x" …; "gravity.x" ….
  double parameter(std::string_view name) const;
  /// Changes it: from now on the motion is that of the changed mechanism, from the same state, at
  /// which integrators begin again, under the same forces. Compiled code that reads the numbers
  /// from memory uses the new ones; other code is dropped, as `compiled` shows. In O(n). Throws
  /// MechanismError, listing the names, if there is no such number, and as the mechanism with it
  /// does where that is not valid; nothing changes then.
  void setParameter(std::string_view name, double value);

  const Mechanism& mechanism() const;
  /// The compiled mechanism, from which programs are made (program.hpp).
  const ClusterTree<double>& tree() const;
  std::span<const double> q() const;
  std::span<const double> v() const;

  /// World poses of the bodies, seven numbers each: position [m] and unit quaternion [x, y, z, w].
  std::span<const double> poses();
  /// World velocities of the bodies, six numbers each: angular velocity [rad/s], and velocity of
  /// the origin of the body's frame [m/s].
  std::span<const double> velocities();

  double kineticEnergy();    ///< [J]
  double potentialEnergy();  ///< zero at the world's origin, springs included [J]
  /// Work done since the start by torques, motors, wrenches, point forces and the pull, less what
  /// damping and friction took [J]: kinetic + potential − work is constant but for the integrator's
  /// error.
  double work() const;
  double loopError();          ///< largest position error of a loop [m]
  double couplingError();      ///< largest gap of a coupling [rad or m]
  Vector6<double> momentum();  ///< about the world's origin, world axes

  /// Generalized forces on a joint, dual to its v; they act until changed.
  void setTorque(std::string_view joint, std::span<const double> values);
  /// Those on all tree joints at once, laid out like v.
  void setTorques(std::span<const double> values);
  std::span<const double> torques() const;
  /// Wrench [moment; force] on a body, world axes, moment about the world's origin.
  void setWrench(std::string_view body, std::span<const double> wrench);
  /// Those on all bodies at once, six numbers each in the order of Mechanism::bodies.
  void setWrenches(std::span<const double> values);
  /// Those as they were set, in the same order; empty if none were set since clearForces. Valid
  /// until the next call.
  std::span<const double> wrenches();
  /// Adds a force in world axes at a point of a body (body frame); it acts until clearForces.
  void applyPointForce(std::string_view body, const Eigen::Vector3d& point,
                       const Eigen::Vector3d& force);
  /// Applies an impulse [N·s] in world axes at a point of a body (body frame). v jumps at once by
  /// G H⁻¹ Jᵀ impulse, `work` by the change of kinetic energy. Contacts, stops, prescribed motions
  /// and rolling answer in the next step. First-order steps forget it. O(n).
  ///
  /// @throws MechanismError if there is no such body, or numbers are not finite
  /// @throws SimulationError, and changes nothing, if velocities would not be finite
  void applyImpulse(std::string_view body, const Eigen::Vector3d& point,
                    const Eigen::Vector3d& impulse);
  /// Takes away torques, wrenches and point forces, but not the pull.
  void clearForces();
  /// Pulls a point of a body towards a point of the world, as Pull does; replaces an earlier pull.
  void pull(std::string_view body, const Eigen::Vector3d& point, const Eigen::Vector3d& target,
            double stiffness, double damping);
  void release();
  Eigen::Vector3d pullForce();  ///< [N], world axes; zero without a pull

  /// Lets motors follow trajectories over the simulation's time, by the law of Tracking, from
  /// now on; replaces what they followed before. A reset leaves it on. Throws MechanismError, with
  /// the path in `tracking`, if a joint is unknown or has not one coordinate, a number is out of
  /// range, or a cluster is tracked by too many or too few joints, and then changes nothing.
  void track(const Tracking& tracking);
  void stopTracking();
  bool isTracking() const;
  /// The largest |q_d − q| of the tracked joints now [rad or m]; 0 when not tracking.
  double trackingError() const;
  /// Forces of the motors now, on the tracked joints, laid out like v [N·m, N]; zeros when not
  /// tracking.
  std::span<const double> trackingTorque();

  /// Sets the control of an actuator, by its name. It acts until changed. Controls outside the
  /// control range act as its bounds. Without a call the control is 0.
  void setControl(std::string_view actuator, double control);
  /// Those of all actuators, in the order of Mechanism::actuators.
  void setControls(std::span<const double> controls);
  /// Controls as they were set, in the same order.
  std::vector<double> controls() const;
  /// Activations of all actuators now: the control, or what follows it.
  std::vector<double> activations() const;
  void setActivations(std::span<const double> activations);
  /// Forces of all actuators [N·m or N]: now, or on average over the last step if it was too long
  /// for their gains and solved for them. Valid until the next call.
  std::span<const double> actuatorForces();

  /// Sets the motor of a tree joint with one coordinate, by its name. It acts in addition to the
  /// mechanism's actuators until removed or until a reset, and together with them stays within
  /// Joint::actuatorForceRange. Snapshots do not contain motors. A motor without stiffness and
  /// damping keeps its velocity with the smallest force up to maxForce; it has no force in
  /// inverseDynamics and derivatives.
  ///
  /// @throws MechanismError, and changes nothing, if the joint is unknown or does not have one
  ///         coordinate, or if a number is not finite or negative. maxForce may be infinite. Steps
  ///         throw SimulationError if contacts or limits hold a motor whose force is unlimited.
  void setMotor(std::string_view joint, const JointMotor& motor);
  void removeMotor(std::string_view joint);
  /// Force of a joint's motor [N·m or N]: now, or on average over the last step if that step solved
  /// for it. 0 without a motor.
  double motorForce(std::string_view joint);

  /// Lengths of all tendons, in the order of Mechanism::tendons [m or rad].
  std::vector<double> tendonLengths();
  /// Forces of the limits of all tendons, on average over the last step, in the same order: above 0
  /// where one is held at its least length [N or N·m].
  std::vector<double> tendonLimitForces() const;

  /// Prescribes motions of joints as functions of the simulation's time; replaces all that were
  /// prescribed before. Each step finds the forces that they take, together with loops, contacts
  /// and limits. Positions at the end of each step are exact, and so are velocities, except those
  /// of semi-implicit Euler, which lag by half a step. A reset ends the motions.
  ///
  /// @throws MechanismError, and changes nothing, if a joint is unknown or does not have one
  ///         coordinate, if it is off the start of its motion by more than 1e-6 rad or m, or if
  ///         more joints of a loop are prescribed than it has degrees of freedom. setState and
  ///         assemble throw if the new state is off the motion.
  void prescribe(const PrescribedMotions& motions);
  /// Forces that prescribed motions took, on average over the last step, laid out like v
  /// [N·m, N]. Valid until the next call.
  std::span<const double> prescribedForces();

  /// Puts the mechanism elsewhere; loops and couplings must close to 1e-8. Time and work go on.
  void setState(std::span<const double> q, std::span<const double> v);
  /// The same by names: joints not named are at zero, and the state's torques and wrenches take the
  /// place of those that act, as `state` has them.
  void setState(const NamedState& state);
  NamedState state() const;
  /// Moves to the closed, regular pose nearest to this one at which these joints stand as given,
  /// and to the nearest velocities with which these joints move as given (linkwork/assemble.hpp).
  /// Throws MechanismError, naming the loop, if there are none.
  void assemble(const JointValues& q, const JointValues& v = {});
  /// Back to the start: time, work and state; forces, controls and the pull are taken away.
  void reset();
  /// Time, work, q, v, controls and activations, a number that identifies mechanism and
  /// integrator, `retries`, the remaining time of `advance`, and the history of the integrator.
  /// `restore` restores all of it, and with another method or integrator the state alone. With
  /// contacts, limits or dry friction the size changes with what is near. Names and types of joints
  /// and loops identify a mechanism.
  std::size_t snapshotSize() const;
  void snapshot(std::span<double> into) const;
  std::vector<double> snapshot() const;
  void restore(std::span<const double> snapshot);

  /// v̇ of all tree joints under all forces that act now, those of contacts and stops included.
  /// Closed contacts (within 1e-6 m or rad) do not penetrate, with friction as they stick or slide.
  /// Joint friction holds joints at rest. Throws SimulationError if no forces do that, as of
  /// Painlevé's rod.
  std::span<const double> forwardDynamics();
  /// Generalized forces, on independent joints, that would produce v̇ in addition to all forces
  /// that act now.
  std::span<const double> inverseDynamics(std::span<const double> a);

  /// H here and now. Valid until the next call.
  const MassMatrix& massMatrix();

  /// Reaction wrenches of every joint, then every loop, under all forces that act now, those of
  /// contacts and stops in the last step included: six numbers each, [moment; force] of parent on
  /// child, the moment about the origin of the child's joint frame [N·m, N]. Constraint, motor,
  /// spring and gear together, as a sensor in the joint would measure. Valid until the next call;
  /// the first call allocates. Throws SimulationError at a singular pose.
  std::span<const double> reactions(ReactionAxes axes = ReactionAxes::world);

  /// The loops that have broken, the first one first. After each step those whose reactions exceed
  /// Loop::breaks are taken out of `mechanism`. Positions, velocities and joints stay, and so do
  /// forces, controls and prescribed motions; tracking ends if it tracks fewer joints than are free
  /// then. A reset closes all loops again.
  const std::vector<BrokenLoop>& brokenLoops() const;

  /// The contacts that pushed in the last step. If it was taken in parts (`retries`), those of the
  /// last part.
  std::vector<ContactForce> contactForces() const;
  /// Contacts that began or ended since the last call, in their order. None is lost between calls,
  /// up to the latest 32,768. After `reset` and `restore` and in a clone, none is left and all
  /// contacts begin again.
  std::vector<ContactEvent> takeContactEvents();
  /// The first collider that a ray meets from outside; nothing if it meets none. Sensors are left
  /// out, and solids in which the ray starts. A ray that starts on a surface, to 1e-12 of the
  /// coordinates, meets it at distance 0 if it goes inwards, and misses it if not.
  ///
  /// @param origin     world [m]
  /// @param direction  world, any length but zero
  /// @param most       the largest distance [m]
  /// @param mask       the groups that it meets (Collider::group)
  /// Cost: O(n + colliders).
  std::optional<RayHit> castRay(const Eigen::Vector3d& origin, const Eigen::Vector3d& direction,
                                double most = std::numeric_limits<double>::infinity(),
                                int mask = Collider::everyGroup);
  /// Computes the closest points of two bodies' colliders, or of two single colliders. Groups,
  /// masks and `contact.pairs` have no effect.
  ///
  ///   distance = max over unit n of (min over b in B of n·b − max over a in A of n·a)
  ///
  /// is the distance of convex solids A and B that are apart, and minus the depth of those that
  /// overlap: the shortest translation along the normal that separates them. Of several deepest
  /// directions it is one of which no neighbor is better. Of several pairs of colliders it is that
  /// with the least distance.
  ///
  /// @param first, second  of two different bodies
  /// @param most           the largest distance [m]
  /// @return               nothing if no pair of colliders is that close
  /// @throws MechanismError if a body or collider does not exist, or both are of one body
  /// @throws SimulationError if a position is 1e150 m or larger
  /// Cost: O(n + pairs of their colliders); of hulls that overlap O(faces · vertices). No
  /// allocation after the first call.
  std::optional<ClosestPoints> closestPoints(const BodyOrCollider& first,
                                             const BodyOrCollider& second,
                                             double most = std::numeric_limits<double>::infinity());
  /// Finds the colliders that overlap a shape, in ascending order. Solids that only touch overlap,
  /// up to rounding. Sensors are left out.
  ///
  /// @param shape  type, sizes and frame of a solid, in world axes [m]; its other members have no
  ///               effect
  /// @param mask   the groups that it meets (Collider::group)
  /// @return       valid until the next call
  /// @throws MechanismError with the path in `shape` if a size or the frame is not valid
  /// Cost: O(n + colliders). A hull is computed from its points in every call. Other shapes
  /// allocate only for more colliders than before.
  std::span<const Overlap> overlaps(const Collider& shape, int mask = Collider::everyGroup);
  /// The joints that were pushed back from an end of their range in the last step.
  std::vector<LimitForce> limitForces() const;
  /// The velocity by which the laws of contact are broken most in the last step [m/s, rad/s]:
  /// rounding, or 1e-9 of the largest speed of approach, 1e-6 in hard solves, unless no impulses
  /// were found that satisfy them (ContactOptions::allow).
  double contactError() const;
  /// Steps so far that failed as they were and were taken again, in parts or with the laws of
  /// contact broken by contactError(). After parts, forces of contacts, limits, actuators and
  /// prescribed motions and contactError() are those of the last part. Impulses of contact events
  /// are those of the whole step.
  long retries() const;

  /// Derivatives of forwardDynamics by position, velocity and torques, and of inverseDynamics by
  /// position, velocity and accelerations, here and now (dynamics.hpp). Torques, those of
  /// motors included, and wrenches are held; point forces and the pull follow their points. Valid
  /// until the next call; the first call allocates. Contacts and stops are left out.
  const ForwardDynamicsDerivatives& forwardDynamicsDerivatives();
  const InverseDynamicsDerivatives& inverseDynamicsDerivatives(std::span<const double> a);

  /// Derivatives of the next step of the integrator, begun at the state here and now as after
  /// setState: the history of the integrator is cleared, which changes only semi-implicit Euler
  /// with loops. Torques and wrenches are held over the step, and so is the length of one that
  /// adapts; point forces and the pull follow their points. First-order steps forget ẏ: its columns
  /// are zero. Nothing changes. Valid until the next call; the first call allocates.
  ///
  /// cost  O(n m) for m degrees of freedom, and O(m³) to solve with where a step solves equations
  /// Throws MechanismError while motors track, and of a mechanism with nonholonomic constraints;
  /// SimulationError if the step fails, changes a joint's chart, or meets a contact, a stop or dry
  /// friction that holds, or is a first-order one without contact force: it has no derivative
  /// there. Of a step in parts it is the product of their maps; integrators that adapt or leave
  /// loops open throw instead.
  const StepMap& stepMap();

  /// Changes of accelerations by a force in world axes at a point of a body (body frame). The force
  /// does not act on.
  TestForceResponse applyTestForce(std::string_view body, const Eigen::Vector3d& point,
                                   const Eigen::Vector3d& force);
  /// End-effectors by name of body, to be used with the next two; they serve this simulation alone.
  /// Throws MechanismError if there is no such body.
  EndEffectorRows endEffectors(const std::vector<NamedEndEffector>& named) const;
  /// Λ⁻¹ = J H⁻¹ Jᵀ here and now, symmetric, by the rows of the end-effectors; it stays valid until
  /// the next call with the same rows.
  const Eigen::MatrixXd& inverseOperationalSpaceInertia(EndEffectorRows& rows);
  /// An impact: v jumps, so each row's velocity is −restitution times what it was. Returns the
  /// impulses by rows [N·s, N·m·s].
  Eigen::VectorXd collide(EndEffectorRows& rows, double restitution);

 private:
  struct Parts;
  explicit Simulation(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> remade(Mechanism changed) const;
  void continueAs(std::unique_ptr<Parts> parts);
  std::vector<BrokenLoop> overloaded();
  bool breakLoops();
  void returnTo(std::size_t broken);
  std::unique_ptr<Parts> parts_;
};

}  // namespace linkwork
