#include "linkwork/simulation/queries/queries.hpp"

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/simulation/answers.hpp"
#include "linkwork/simulation/arguments.hpp"

namespace linkwork {

using detail::asVector, detail::requireFiniteAnswer;

Queries::Queries(SimulationState& state, ActingForces& forces, Stepping& stepping)
    : state_(state),
      forces_(forces),
      stepping_(stepping),
      applied_(state.tree()),
      acceleration_(state.tree().velocitySize()),
      torque_(acceleration_) {}

const AppliedForces<double>& Queries::gather() {
  forces_.begin(stepping_.time());
  forces_.gather(0, state_.q(), state_.v(), applied_);
  return applied_;
}

const Eigen::VectorXd& Queries::forwardDynamics() {
  state_.tree().requireMass();
  forces_.begin(stepping_.time());
  forces_.accelerate(0, state_.q(), state_.v(), acceleration_);
  requireFiniteAnswer("accelerations", acceleration_);
  if (contact::UnilateralConstraints::areNone(state_.mechanism()) && !forces_.drives.hasCommands())
    return acceleration_;
  if (!contacts_)
    contacts_ = std::make_unique<Contacts>(state_.mechanism(), state_.tree(), forces_.drives);
  contacts_->accelerations.addContacts(
      state_.q(), state_.v(),
      [&](const AppliedForces<double>& contactForces, Eigen::VectorXd& pushed) {
        contacts_->forces = gather();
        contacts_->forces.add(contactForces);
        linkwork::forwardDynamics(state_.tree(), state_.q(), state_.v(), contacts_->forces,
                                  state_.workspace(), pushed);
      },
      acceleration_);
  requireFiniteAnswer("accelerations", acceleration_);
  return acceleration_;
}

/// Solved forces are those of the last step, the others those of the state.
const Eigen::VectorXd& Queries::actuatorForces() {
  const Drives& drives = forces_.drives;
  actuatorForces_.resize(drives.actuators());
  for (int i = 0; i < drives.actuators(); ++i) {
    if (drives.tendon(i) < 0) {
      actuatorForces_[i] = drives.force(i, stepping_.time(), state_.q(), state_.v());
      continue;
    }
    const auto [length, rate] = state_.tendon(drives.tendon(i));
    actuatorForces_[i] = drives.force(i, stepping_.time(), length, rate);
  }
  if (const contact::UnilateralConstraints* const constraints = stepping_.contacts())
    for (const contact::DriveReading& reading : constraints->drives())
      if (reading.drive < drives.actuators()) actuatorForces_[reading.drive] = reading.force;
  requireFiniteAnswer("forces of actuators", actuatorForces_);
  return actuatorForces_;
}

double Queries::motorForce(const DriveTerm& joint) {
  const int motor = forces_.drives.motorOf(joint);
  if (motor < 0) return 0;
  if (const contact::UnilateralConstraints* const constraints = stepping_.contacts())
    for (const contact::DriveReading& reading : constraints->drives())
      if (reading.drive == motor) return reading.force;
  return detail::finiteAnswer(
      "force of a motor", forces_.drives.force(motor, stepping_.time(), state_.q(), state_.v()));
}

const Eigen::VectorXd& Queries::prescribedForces() {
  torque_.setZero();
  if (const contact::UnilateralConstraints* const constraints = stepping_.contacts())
    for (const contact::DriveReading& reading : constraints->drives())
      if (forces_.drives.isMotion(reading.drive))
        torque_[forces_.drives.single(reading.drive)->velocity] = reading.force;
  requireFiniteAnswer("forces of prescribed motions", torque_);
  return torque_;
}

const Eigen::VectorXd& Queries::inverseDynamics(std::span<const double> a) {
  detail::requireNumbers("a", a, static_cast<std::size_t>(acceleration_.size()));
  const AppliedForces<double>& applied = gather();
  const bool isCompiled =  // if only the joints' own springs and dampers act
      !applied.hasWrenches && (applied.torque.array() == 0).all() &&
      runCompiled(state_.q(), state_.v(), asVector(a), forces_.compiled.inverse, torque_);
  if (!isCompiled)
    linkwork::inverseDynamics(state_.tree(), state_.q(), state_.v(), asVector(a), applied,
                              state_.workspace(), torque_);
  requireFiniteAnswer("torques", torque_);
  return torque_;
}

Queries::Derivatives& Queries::derivatives() {
  if (!derivatives_) derivatives_ = std::make_unique<Derivatives>(state_.tree());
  return *derivatives_;
}

const ForwardDynamicsDerivatives& Queries::forwardDynamicsDerivatives() {
  state_.tree().requireMass();
  Derivatives& room = derivatives();
  linkwork::forwardDynamicsDerivatives(state_.tree(), state_.q(), state_.v(), gather(), room.work,
                                       room.forward, forces_.law());
  for (const Eigen::MatrixXd* matrix :
       {&room.forward.position, &room.forward.velocity, &room.forward.torque})
    requireFiniteAnswer("derivatives", *matrix);
  return room.forward;
}

const InverseDynamicsDerivatives& Queries::inverseDynamicsDerivatives(std::span<const double> a) {
  detail::requireNumbers("a", a, static_cast<std::size_t>(acceleration_.size()));
  Derivatives& room = derivatives();
  linkwork::inverseDynamicsDerivatives(state_.tree(), state_.q(), state_.v(), asVector(a), gather(),
                                       room.work, room.inverse, forces_.law());
  for (const Eigen::MatrixXd* matrix :
       {&room.inverse.position, &room.inverse.velocity, &room.inverse.acceleration})
    requireFiniteAnswer("derivatives", *matrix);
  return room.inverse;
}

const StepMap& Queries::stepMap() {
  state_.tree().requireMass();
  if (!stepMap_) stepMap_ = std::make_unique<StepMap>(state_.tree());
  stepping_.findMap(*stepMap_);
  requireFiniteAnswer("derivatives", stepMap_->state);
  requireFiniteAnswer("derivatives", stepMap_->torque);
  return *stepMap_;
}

MassMatrix::MassMatrix(const ClusterTree<double>& tree)
    : coordinates(at(tree.degreesOfFreedom())),
      matrix(tree.degreesOfFreedom(), tree.degreesOfFreedom()) {}

const MassMatrix& Queries::massMatrix() {
  const ClusterTree<double>& tree = state_.tree();
  const bool isFirst = !mass_;
  if (isFirst) mass_ = std::make_unique<MassMatrix>(tree);
  const bool isCompiled = runCompiled(state_.q(), forces_.compiled.massMatrix, mass_->matrix);
  if (isFirst || !isCompiled) {
    Workspace<double>& work = state_.workspace();
    updateKinematics<double>(tree, state_.q(), state_.v(), work);
    for (const Cluster<double>& cluster : tree.clusters())
      for (int j = 0; j < cluster.dofs; ++j)
        mass_->coordinates[at(cluster.firstDof + j)] = independentVelocity(tree, cluster, j, work);
    if (!isCompiled) {
      linkwork::massMatrix(tree, state_.q(), work, mass_->matrix);
      requireFiniteAnswer("mass matrix", mass_->matrix);
    }
  }
  return *mass_;
}

std::span<const double> Queries::reactions(ReactionAxes axes) {
  state_.tree().requireMass();
  if (!reactions_) reactions_ = std::make_unique<JointReactions>(state_.mechanism(), state_.tree());
  forces_.begin(stepping_.time());
  const std::span<const double> found = reactions_->at(state_, forces_, stepping_.contacts(), axes);
  requireFiniteAnswer("reactions", asVector(found));
  return found;
}

std::string_view Queries::nameOf(int body) const {
  if (body == ground) return worldName;
  const int place = state_.tree().body(body).mechanismBody;
  return state_.mechanism().bodies[static_cast<std::size_t>(place)].name;
}

std::vector<ContactForce> Queries::contactForces() const {
  std::vector<ContactForce> result;
  const contact::UnilateralConstraints* const constraints = stepping_.contacts();
  if (constraints == nullptr) return result;
  for (const contact::ContactReading& contact : constraints->contacts()) {
    const collision::ContactPoint& point = contact.point;
    result.push_back({{nameOf(point.bodies[0]), nameOf(point.bodies[1])},
                      point.colliders,
                      point.point,
                      point.normal,
                      contact.force,
                      contact.moment,
                      point.gap});
  }
  return result;
}

ColliderQueries& Queries::colliders() {
  if (!colliders_) colliders_ = std::make_unique<ColliderQueries>(state_);
  return *colliders_;
}

std::vector<LimitForce> Queries::limitForces() const {
  std::vector<LimitForce> result;
  const contact::UnilateralConstraints* const constraints = stepping_.contacts();
  if (constraints == nullptr) return result;
  for (const contact::JointReading& limit : constraints->limits()) {
    if (limit.tendon >= 0) continue;
    const auto joint = static_cast<std::size_t>(state_.tree().body(limit.body).mechanismJoint);
    result.push_back({state_.mechanism().joints[joint].name, limit.force});
  }
  return result;
}

std::vector<double> Queries::tendonLimitForces() const {
  const contact::UnilateralConstraints* const constraints = stepping_.contacts();
  std::vector<double> forces;
  if (constraints != nullptr) forces = constraints->tendonLimits();
  forces.resize(state_.mechanism().tendons.size());
  return forces;
}

double Queries::contactError() const {
  const contact::UnilateralConstraints* const constraints = stepping_.contacts();
  return constraints == nullptr ? 0 : constraints->error();
}

TestForceResponse Queries::applyTestForce(std::string_view body, const Eigen::Vector3d& point,
                                          const Eigen::Vector3d& force) {
  state_.tree().requireMass();
  const int index = state_.bodyNamed(body);
  detail::requireFinite("point", point);
  detail::requireFinite("force", force);
  const OperationalSpace<double> space(state_.tree(), {EndEffector<double>::atPoint(index, point)});
  Workspace<double>& work = state_.workspace();
  updateKinematics<double>(state_.tree(), state_.q(), state_.v(), work);
  eliminateInertias(state_.tree(), work);
  Eigen::VectorXd response(3);
  linkwork::applyTestForce<double>(state_.tree(), work, space, force, acceleration_, response);
  requireFiniteAnswer("response", acceleration_);
  requireFiniteAnswer("response", response);
  return {{acceleration_.data(), static_cast<std::size_t>(acceleration_.size())}, response};
}

void Queries::applyImpulse(std::string_view body, const Eigen::Vector3d& point,
                           const Eigen::Vector3d& impulse) {
  detail::requireFinite("impulse", impulse);
  applyTestForce(body, point, impulse);
  const double before = state_.kineticEnergy();
  acceleration_ += state_.v();
  state_.change().v.swap(acceleration_);
  try {
    state_.change().work += state_.kineticEnergy() - before;
  } catch (const SimulationError&) {  // it is not finite
    state_.change().v.swap(acceleration_);
    throw;
  }
  stepping_.invalidate();
}

ImpactRows<double> Queries::impactRows(const std::vector<NamedEndEffector>& endEffectors) const {
  std::vector<EndEffector<double>> found;
  for (const NamedEndEffector& named : endEffectors)
    found.push_back({state_.bodyNamed(named.body),
                     {named.frame.rotation.normalized().toRotationMatrix(), named.frame.position},
                     named.directions,
                     named.axes});
  return {state_.tree(), std::move(found)};
}

const Eigen::MatrixXd& Queries::inverseOperationalSpaceInertia(ImpactRows<double>& rows) {
  state_.tree().requireMass();
  linkwork::inverseOperationalSpaceInertia<double>(state_.tree(), state_.q(), state_.workspace(),
                                                   rows.space, rows.inverseInertia);
  requireFiniteAnswer("inertia", rows.inverseInertia);
  return rows.inverseInertia;
}

Eigen::VectorXd Queries::collide(ImpactRows<double>& rows, double restitution) {
  state_.tree().requireMass();
  detail::requireAtLeastZero("restitution", restitution);
  const int count = rows.space.rows;
  Eigen::VectorXd impulse(count);
  linkwork::collide<double>(state_.tree(), state_.q(), state_.v(),
                            Eigen::VectorXd::Constant(count, restitution), state_.workspace(), rows,
                            impulse, acceleration_);
  requireFiniteAnswer("impulses", impulse);
  acceleration_ += state_.v();
  requireFiniteAnswer("velocities", acceleration_);
  state_.change().v = acceleration_;
  stepping_.invalidate();
  return impulse;
}

}  // namespace linkwork
