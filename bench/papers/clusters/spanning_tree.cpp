#include "papers/clusters/spanning_tree.hpp"

#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/model/body_joint.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork::papers {

template <typename Scalar>
SpanningTree<Scalar>::SpanningTree(const ClusterTree<Scalar>& tree)
    : tree_(tree),
      work_(tree),
      motions_(tree.bodies().size()),
      origins_(tree.bodies().size(), Vector3<Scalar>::Zero()),
      subspaces_(6, tree.velocitySize()),
      forces_(tree.velocitySize()),
      mass_(BranchPattern({})) {
  layOut();
  update(tree.initialPosition(), tree.initialVelocity());
  constexpr double nearlySingular = 1e-9;
  massMatrix();
  isSingular_ = !factor(nearlySingular);
  if (isSingular_) layOut();
}

template <typename Scalar>
void SpanningTree<Scalar>::layOut() {
  std::vector<int> parents;
  places_.assign(tree_.bodies().size(), {});
  entries_.clear();
  bodies_.clear();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const TreeBody<Scalar>& body = tree_.bodies()[i];
    Place& place = places_[i];
    place.first = static_cast<int>(entries_.size());
    place.last = lastCoordinate(body.parent);
    const bool isFirst = tree_.clusterOf(body).firstBody == static_cast<int>(i);
    if (isSingular_ && !isFirst) place.last = places_[i - 1].last;  // one chain
    place.root = body.parent == ground ? static_cast<int>(i)
                                       : places_[static_cast<std::size_t>(body.parent)].root;
    for (int k = 0; k < body.velocities; ++k) {
      parents.push_back(place.last);
      place.last = static_cast<int>(entries_.size());
      entries_.push_back(body.velocity + k);
      bodies_.push_back(static_cast<int>(i));
    }
  }
  mass_ = BranchMatrix<Scalar>(BranchPattern(parents));
  sizes_.assign(parents.size(), Scalar(0));
}

template <typename Scalar>
bool SpanningTree<Scalar>::carries(int j, int k) const {
  const int ancestor = bodies_[static_cast<std::size_t>(j)];
  int body = bodies_[static_cast<std::size_t>(k)];
  while (body > ancestor) body = tree_.body(body).parent;
  return body == ancestor;
}

template <typename Scalar>
void SpanningTree<Scalar>::update(const ConstVectorRef<Scalar>& q,
                                  const ConstVectorRef<Scalar>& v) {
  tree_.requireSizes(q.size(), v.size());
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const TreeBody<Scalar>& body = tree_.bodies()[i];
    Motion& here = motions_[i];
    withJoint(body, [&]<typename Joint>(const Joint& joint) {
      const typename Joint::Position position =
          q.template segment<Joint::positionSize>(body.position, body.positions);
      const typename Joint::Velocity velocity =
          v.template segment<Joint::velocitySize>(body.velocity, body.velocities);
      const auto motion = evaluate(joint, position, velocity);
      Transform<Scalar>& toParent = work_.bodies[i].toParent;
      toParent = body.placement * motion.pose;
      work_.jointSubspaces.template middleCols<Joint::velocitySize>(
          body.velocity, body.velocities) = motion.subspace;
      if (body.parent == ground) {
        origins_[i] = toParent.translation;
        here.pose = {toParent.rotation, Vector3<Scalar>::Zero()};
        here.velocity.setZero();
      } else {
        const Motion& parent = motions_[static_cast<std::size_t>(body.parent)];
        here.pose = parent.pose * toParent;
        here.velocity = parent.velocity;
      }

      for (int k = 0; k < body.velocities; ++k)
        subspaces_.col(places_[i].first + k) =
            here.pose.twistToParent(work_.jointSubspaces.col(body.velocity + k));
      const Vector6<Scalar> relative =
          subspaces_.template middleCols<Joint::velocitySize>(places_[i].first, body.velocities) *
          velocity;
      here.velocity += relative;
      here.bias = here.pose.twistToParent(motion.bias) + crossMotion(here.velocity, relative);
    });
    here.inertia = body.inertia.toParent(here.pose);
  }
}

template <typename Scalar>
void SpanningTree<Scalar>::addWrenches(const AppliedForces<Scalar>& forces) {
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const Vector6<Scalar>& wrench = forces.wrenches[i];  // about the world's origin
    const Vector3<Scalar>& origin = origins_[static_cast<std::size_t>(places_[i].root)];
    motions_[i].force.template head<3>() -=
        wrench.template head<3>() - origin.cross(wrench.template tail<3>());
    motions_[i].force.template tail<3>() -= wrench.template tail<3>();
  }
}

template <typename Scalar>
const VectorX<Scalar>& SpanningTree<Scalar>::unbalancedForces(
    const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
    const ConstVectorRef<Scalar>& acceleration, const AppliedForces<Scalar>& forces) {
  if (forces.hasWrenches) updatePoses(tree_, work_);
  applyForces(tree_, q, v, forces, work_);

  // Outward: accelerations and each body's own force. Gravity enters as -g at the ground.
  Vector6<Scalar> atGround = Vector6<Scalar>::Zero();
  atGround.template tail<3>() = -tree_.gravity();
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const TreeBody<Scalar>& body = tree_.bodies()[i];
    Motion& here = motions_[i];
    here.acceleration =
        here.bias + (body.parent == ground
                         ? atGround
                         : motions_[static_cast<std::size_t>(body.parent)].acceleration);
    for (int k = 0; k < body.velocities; ++k)
      here.acceleration += subspaces_.col(places_[i].first + k) * acceleration[body.velocity + k];
    here.force =
        here.inertia * here.acceleration + crossForce(here.velocity, here.inertia * here.velocity);
  }
  if (forces.hasWrenches) addWrenches(forces);

  // Inward: each body hands its force on.
  for (std::size_t i = motions_.size(); i-- > 0;) {
    const TreeBody<Scalar>& body = tree_.bodies()[i];
    const Motion& here = motions_[i];
    for (int k = 0; k < body.velocities; ++k)
      forces_[places_[i].first + k] = subspaces_.col(places_[i].first + k).dot(here.force) -
                                      work_.jointForces[body.velocity + k] +
                                      body.reflectedInertia * acceleration[body.velocity + k];
    if (body.parent != ground) motions_[static_cast<std::size_t>(body.parent)].force += here.force;
  }
  return forces_;
}

template <typename Scalar>
BranchMatrix<Scalar>& SpanningTree<Scalar>::massMatrix() {
  for (std::size_t i = motions_.size(); i-- > 0;) {
    const TreeBody<Scalar>& body = tree_.bodies()[i];
    const Motion& here = motions_[i];
    const int end = places_[i].first + body.velocities;
    const SymmetricMatrix3<Scalar>& rotational = here.inertia.rotational;
    const Scalar moments = rotational.xx + rotational.yy + rotational.zz;
    for (int k = places_[i].first; k < end; ++k) {
      const Vector6<Scalar> force = here.inertia * Vector6<Scalar>(subspaces_.col(k));
      Scalar* entry = mass_.row(k);
      for (const int j : mass_.pattern().path(k))
        *entry++ = isSingular_ && !carries(j, k) ? Scalar(0) : subspaces_.col(j).dot(force);
      entry[-1] += body.reflectedInertia;
      sizes_[static_cast<std::size_t>(k)] =
          subspaces_.col(k).template head<3>().squaredNorm() * moments +
          subspaces_.col(k).template tail<3>().squaredNorm() * here.inertia.mass;
    }
    if (body.parent != ground)
      motions_[static_cast<std::size_t>(body.parent)].inertia += here.inertia;
  }
  return mass_;
}

template <typename Scalar>
void SpanningTree<Scalar>::stiffen(const Cluster<Scalar>& cluster, int rows,
                                   VectorX<Scalar>& force) {
  const ConstraintScratch<Scalar>& scratch = constraint(cluster);
  const auto jacobian = scratch.jacobian.topRows(rows);
  const int first = firstCoordinate(cluster);
  Scalar inertia(0);
  for (int k = 0; k < cluster.spanning(); ++k)
    inertia += mass_.row(first + k)[mass_.pattern().depth(first + k)];
  const Scalar weight = inertia / jacobian.squaredNorm();  // of the size of H itself
  for (int k = 0; k < cluster.spanning(); ++k) {
    Scalar* const own = mass_.row(first + k) + mass_.pattern().depth(first);
    for (int j = 0; j <= k; ++j) own[j] += weight * jacobian.col(k).dot(jacobian.col(j));
    force[first + k] += weight * jacobian.col(k).dot(scratch.rightSide.head(rows));
  }
}

template class SpanningTree<double>;

}  // namespace linkwork::papers
