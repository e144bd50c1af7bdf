#include "linkwork/mechanism/wording.hpp"
#include "linkwork/simulation/arguments.hpp"
#include "linkwork/simulation/simulation.hpp"

/// What the mechanism would do if it were pushed, and what it does when it hits something.
namespace linkwork {

TestForceResponse Simulation::applyTestForce(std::string_view body, const Eigen::Vector3d& point,
                                             const Eigen::Vector3d& force) {
  const int index = bodyIndex(body);
  detail::requireFinite("point", point);
  detail::requireFinite("force", force);
  const OperationalSpace<double> space(tree_, {EndEffector<double>::atPoint(index, point)});
  isFresh_ = false;
  updateKinematics<double>(tree_, state_.q, state_.v, work_);
  articulateInertias(tree_, work_);
  Eigen::VectorXd response(3);
  linkwork::applyTestForce<double>(tree_, work_, space, force, acceleration_, response);
  return {{acceleration_.data(), size(acceleration_.size())}, response};
}

ImpactRows<double> Simulation::contacts(const std::vector<NamedEndEffector>& endEffectors) const {
  std::vector<EndEffector<double>> found;
  for (const NamedEndEffector& named : endEffectors)
    found.push_back({bodyIndex(named.body),
                     {named.frame.rotation.normalized().toRotationMatrix(), named.frame.position},
                     named.directions,
                     named.axes});
  return {tree_, std::move(found)};
}

const Eigen::MatrixXd& Simulation::inverseOperationalSpaceInertia(ImpactRows<double>& contacts) {
  isFresh_ = false;
  linkwork::inverseOperationalSpaceInertia<double>(tree_, state_.q, work_, contacts.space,
                                                   contacts.inverseInertia);
  return contacts.inverseInertia;
}

Eigen::VectorXd Simulation::collide(ImpactRows<double>& contacts, double restitution) {
  detail::requireAtLeastZero("restitution", restitution);
  const int rows = contacts.space.rows;
  Eigen::VectorXd impulse(rows);
  linkwork::collide<double>(tree_, state_.q, state_.v, Eigen::VectorXd::Constant(rows, restitution),
                            work_, contacts, impulse, acceleration_);
  state_.v += acceleration_;
  moved();
  return impulse;
}

}  // namespace linkwork
