#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/simulation/arguments.hpp"
#include "linkwork/simulation/simulation.hpp"

/// How a moment's motion answers to a little change of it.
namespace linkwork {
namespace {

using Jets3 = Vector3<DerivativeJet>;

/// What acts on bodies, following them: wrenches stay, point forces travel with their points, the
/// pull draws its point to the target.
ForceLaw lawOf(const ExternalForces& external) {
  return [&external](const ClusterTree<DerivativeJet>& tree, const Workspace<DerivativeJet>& work,
                     AppliedForces<DerivativeJet>& forces) {
    for (std::size_t i = 0; i < forces.wrenches.size(); ++i)
      forces.wrenches[i] = external.wrenches[i].cast<DerivativeJet>();
    const auto push = [&](int body, const Jets3& place, const Jets3& force) {
      Vector6<DerivativeJet>& wrench = forces.wrenches[static_cast<std::size_t>(body)];
      wrench.head<3>() += place.cross(force);
      wrench.tail<3>() += force;
    };
    for (const PointForce& given : external.pointForces)
      push(given.body, bodyPose(tree, given.body, work) * Jets3(given.point.cast<DerivativeJet>()),
           given.force.cast<DerivativeJet>());
    if (!external.pull) return;
    const Pull& pull = *external.pull;
    const Jets3 point = pull.point.cast<DerivativeJet>();
    const Jets3 place = bodyPose(tree, pull.body, work) * point;
    const Jets3 speed = pointVelocity<DerivativeJet>(tree, pull.body, point, work);
    push(pull.body, place,
         DerivativeJet(pull.stiffness) * (pull.target.cast<DerivativeJet>() - place) -
             DerivativeJet(pull.damping) * speed);
  };
}

}  // namespace

void Simulation::prepareDerivatives() {
  if (!derivatives_) derivatives_ = std::make_unique<Derivatives>(tree_);
  gatherAt(time(), state_.q, state_.v);
}

const ForwardDynamicsDerivatives& Simulation::forwardDynamicsDerivatives() {
  prepareDerivatives();
  linkwork::forwardDynamicsDerivatives(tree_, state_.q, state_.v, gathered_, derivatives_->work,
                                       derivatives_->forward,
                                       external_.actsOnBodies() ? lawOf(external_) : ForceLaw());
  return derivatives_->forward;
}

const InverseDynamicsDerivatives& Simulation::inverseDynamicsDerivatives(
    std::span<const double> a) {
  detail::requireNumbers("a", a, size(acceleration_.size()));
  prepareDerivatives();
  const Eigen::Map<const Eigen::VectorXd> accelerations(a.data(), acceleration_.size());
  linkwork::inverseDynamicsDerivatives(tree_, state_.q, state_.v, accelerations, gathered_,
                                       derivatives_->work, derivatives_->inverse,
                                       external_.actsOnBodies() ? lawOf(external_) : ForceLaw());
  return derivatives_->inverse;
}

}  // namespace linkwork
