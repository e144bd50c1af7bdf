#include <algorithm>

#include "linkwork/catalogue/parts.hpp"
#include "linkwork/parts.hpp"

namespace linkwork {

namespace {

/// Adds link `number` (from 1) with its joint, about `axis`; returns the joint.
template <typename Options>
Joint addLink(Mechanism& mechanism, const Options& options, int number,
              const Eigen::Vector3d& axis) {
  const Eigen::Vector3d tip(0, 0, -options.length);
  const bool isFirst = number == 1;
  const Joint joint = detail::revolute(
      "joint" + std::to_string(number),
      isFirst ? std::string(worldName) : "link" + std::to_string(number - 1),
      "link" + std::to_string(number), axis, isFirst ? Eigen::Vector3d::Zero() : tip);
  mechanism.bodies.push_back(cylinder(joint.child, options.mass, Eigen::Vector3d::Zero(), tip,
                                      detail::linkSlenderness * options.length));
  mechanism.joints.push_back(joint);
  mechanism.initialState->q[joint.name] = {isFirst ? options.startAngle : 0};
  return joint;
}

/// A disc about a joint's axis.
template <typename Options>
Body chainRotor(const Options& options, int number, const Eigen::Vector3d& axis) {
  const Eigen::Vector3d half = options.rotorRadius / 4 * axis.stableNormalized();
  return cylinder("rotor" + std::to_string(number), options.rotorMass, -half, half,
                  options.rotorRadius);
}

/// The axis of joint or transmission `index` (from 0).
template <typename Options>
const Eigen::Vector3d& axisOf(const Options& options, int index) {
  return options.axes[static_cast<std::size_t>(index) % options.axes.size()];
}

}  // namespace

Mechanism gearedChain(const GearedChainOptions& options) {
  detail::requireRanges(options);
  Mechanism mechanism = detail::emptyMechanism("geared chain", options.gravity);
  for (int i = 0; i < options.links; ++i) {
    const Eigen::Vector3d& axis = axisOf(options, i);
    const Joint joint = addLink(mechanism, options, i + 1, axis);
    addRotor(mechanism, joint, chainRotor(options, i + 1, axis), options.ratio);
  }
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

Mechanism beltChain(const BeltChainOptions& options) {
  detail::requireRanges(options);
  Mechanism mechanism = detail::emptyMechanism("belt chain", options.gravity);
  for (int first = 0; first < options.links; first += options.linksPerBelt) {
    const Eigen::Vector3d& axis = axisOf(options, first / options.linksPerBelt);
    std::vector<Joint> driven;
    std::vector<Body> rotors;
    for (int i = first; i < std::min(first + options.linksPerBelt, options.links); ++i) {
      driven.push_back(addLink(mechanism, options, i + 1, axis));
      rotors.push_back(chainRotor(options, i + 1, axis));
    }
    addBeltRotors(mechanism, driven, std::move(rotors), options.ratio, options.beltRatio);
  }
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
