#include "papers/clusters/approximate.hpp"

#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"

namespace linkwork::papers {

Approximate::Approximate(const Mechanism& mechanism, const ClusterTree<double>& tree,
                         bool reflectsRotors)
    : whole_(tree),
      part_(mechanism, tree, reflectsRotors),
      work_(part_.tree),
      forces_(part_.tree),
      q_(part_.tree.positionSize()),
      v_(part_.tree.velocitySize()),
      a_(part_.tree.velocitySize()),
      torque_(part_.tree.velocitySize()) {}

void Approximate::takeState(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v) {
  whole_.requireSizes(q.size(), v.size());
  for (const auto [whole, part] : part_.positions) q_[part] = q[whole];
  for (const auto [whole, part] : part_.velocities) v_[part] = v[whole];
}

void Approximate::takeForces(const AppliedForces<double>& forces) {
  for (const auto [whole, part] : part_.velocities) forces_.torque[part] = forces.torque[whole];
  for (const IndependentTree::Gear& gear : part_.gears)
    forces_.torque[gear.link] += gear.ratio * forces.torque[gear.rotor];
  forces_.hasWrenches = forces.hasWrenches;
  if (!forces.hasWrenches) return;
  for (std::size_t i = 0; i < part_.bodies.size(); ++i)
    if (part_.bodies[i] >= 0) forces_.wrenches[at(part_.bodies[i])] = forces.wrenches[i];
}

void Approximate::forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                                  const AppliedForces<double>& forces, VectorRef<double> a) {
  whole_.requireSizes(q.size(), a.size());
  takeState(q, v);
  takeForces(forces);
  linkwork::forwardDynamics(part_.tree, q_, v_, forces_, work_, a_);
  a.setZero();
  for (const auto [whole, part] : part_.velocities) a[whole] = a_[part];
  for (const IndependentTree::Gear& gear : part_.gears) a[gear.rotor] += gear.ratio * a_[gear.link];
}

void Approximate::inverseDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                                  const ConstVectorRef<double>& a,
                                  const AppliedForces<double>& forces, VectorRef<double> torque) {
  whole_.requireSizes(q.size(), a.size());
  whole_.requireSizes(q.size(), torque.size());
  takeState(q, v);
  takeForces(forces);
  for (const auto [whole, part] : part_.velocities) a_[part] = a[whole];
  linkwork::inverseDynamics(part_.tree, q_, v_, a_, forces_, work_, torque_);
  torque.setZero();
  for (const auto [whole, part] : part_.velocities) torque[whole] = torque_[part];
}

}  // namespace linkwork::papers
