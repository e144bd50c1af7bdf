#include "linkwork/catalogue/parts.hpp"
#include "linkwork/parts.hpp"

namespace linkwork {

Mechanism cartPendulum(const CartPendulumOptions& options) {
  detail::requireRanges(options);
  const double length = options.poleLength;
  Mechanism mechanism = detail::emptyMechanism("pendulum on a cart", options.gravity);
  mechanism.bodies = {
      box("cart", options.cartMass, Eigen::Vector3d::Zero(),
          {0.3 * length, 0.2 * length, 0.12 * length}),
      cylinder("pole", options.poleMass, Eigen::Vector3d::Zero(), {0, 0, -length}, 0.02 * length)};
  mechanism.joints = {
      detail::joinAt(JointType::prismatic, "rail", "world", "cart", Eigen::Vector3d::UnitX(),
                     Eigen::Vector3d::Zero()),
      detail::revolute("pivot", "cart", "pole", detail::outOfPlane, Eigen::Vector3d::Zero())};
  mechanism.initialState->q = {{"rail", {0}}, {"pivot", {options.startAngle}}};
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
