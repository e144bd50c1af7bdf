#include "linkwork/catalogue/parts.hpp"
#include "linkwork/parts.hpp"

namespace linkwork {

Mechanism boxStack(const BoxStackOptions& options) {
  detail::requireRanges(options);
  const Eigen::Vector3d none = Eigen::Vector3d::Zero(),
                        size = Eigen::Vector3d::Constant(options.size);
  Mechanism mechanism = detail::emptyMechanism("stack of boxes", options.gravity);
  mechanism.contact.colliders.push_back(detail::groundCollider(options.friction));
  double mass = options.mass;
  for (int i = 0; i < options.boxes; ++i, mass *= options.massRatio) {
    const std::string name = "box" + std::to_string(i + 1);
    mechanism.bodies.push_back(box(name, mass, none, size));
    mechanism.joints.push_back(detail::freeJoint(name));
    mechanism.contact.colliders.push_back({.body = name,
                                           .type = ColliderType::box,
                                           .size = size,
                                           .frame = {},
                                           .friction = options.friction});
    mechanism.initialState->q[name] =
        detail::freePosition({0, 0, (i + 0.5) * options.size}, Eigen::Quaterniond::Identity());
  }
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
