#include "papers/clusters/spanning_tree.hpp"

#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/model/body_joint.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork::papers {

SpanningTree::SpanningTree(const ClusterTree<double>& tree)
    : tree_(tree),
      work_(tree),
      motions_(tree.bodies().size()),
      origins_(tree.bodies().size(), Vector3<double>::Zero()),
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

void SpanningTree::layOut() {
  std::vector<int> parents;
  places_.assign(tree_.bodies().size(), {});
  entries_.clear();
  bodies_.clear();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const TreeBody<double>& body = tree_.bodies()[i];
    Place& place = places_[i];
    place.first = static_cast<int>(entries_.size());
    place.last = lastCoordinate(body.parent);
    const bool isFirst = tree_.clusterOf(body).firstBody == static_cast<int>(i);
    if (isSingular_ && !isFirst) place.last = places_[i - 1].last;  // one chain
    place.root = body.parent == ground ? static_cast<int>(i) : places_[at(body.parent)].root;
    for (int k = 0; k < body.velocities; ++k) {
      parents.push_back(place.last);
      place.last = static_cast<int>(entries_.size());
      entries_.push_back(body.velocity + k);
      bodies_.push_back(static_cast<int>(i));
    }
  }
  mass_ = BranchMatrix(BranchPattern(parents));
  sizes_.assign(parents.size(), 0.0);
}

bool SpanningTree::supports(int j, int k) const {
  const int ancestor = bodies_[at(j)];
  int body = bodies_[at(k)];
  while (body > ancestor) body = tree_.body(body).parent;
  return body == ancestor;
}

void SpanningTree::update(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v) {
  tree_.requireSizes(q.size(), v.size());
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const TreeBody<double>& body = tree_.bodies()[i];
    Motion& here = motions_[i];
    withJoint(body, [&]<typename Joint>(const Joint& joint) {
      const typename Joint::Position position =
          q.segment<Joint::positionSize>(body.position, body.positions);
      const typename Joint::Velocity velocity =
          v.segment<Joint::velocitySize>(body.velocity, body.velocities);
      const auto motion = evaluate(joint, position, velocity);
      Transform<double>& toParent = work_.bodies[i].toParent;
      toParent = body.placement * motion.pose;
      work_.jointSubspaces.middleCols<Joint::velocitySize>(body.velocity, body.velocities) =
          motion.subspace;
      if (body.parent == ground) {
        origins_[i] = toParent.translation;
        here.pose = {toParent.rotation, Vector3<double>::Zero()};
        here.velocity.setZero();
      } else {
        const Motion& parent = motions_[at(body.parent)];
        here.pose = parent.pose * toParent;
        here.velocity = parent.velocity;
      }

      for (int k = 0; k < body.velocities; ++k)
        subspaces_.col(places_[i].first + k) =
            here.pose.twistToParent(work_.jointSubspaces.col(body.velocity + k));
      const Vector6<double> relative =
          subspaces_.middleCols<Joint::velocitySize>(places_[i].first, body.velocities) * velocity;
      here.velocity += relative;
      here.bias = here.pose.twistToParent(motion.bias) + crossMotion(here.velocity, relative);
    });
    here.inertia = body.inertia.toParent(here.pose);
  }
}

void SpanningTree::addWrenches(const AppliedForces<double>& forces) {
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const Vector6<double>& wrench = forces.wrenches[i];  // about the world's origin
    const Vector3<double>& origin = origins_[at(places_[i].root)];
    motions_[i].force.head<3>() -= wrench.head<3>() - origin.cross(wrench.tail<3>());
    motions_[i].force.tail<3>() -= wrench.tail<3>();
  }
}

const VectorX<double>& SpanningTree::unbalancedForces(const ConstVectorRef<double>& q,
                                                      const ConstVectorRef<double>& v,
                                                      const ConstVectorRef<double>& acceleration,
                                                      const AppliedForces<double>& forces) {
  if (forces.hasWrenches) updatePoses(tree_, work_);
  applyForces(tree_, q, v, forces, work_);

  // Forward: accelerations and each body's own force. Gravity enters as -g at the ground.
  Vector6<double> atGround = Vector6<double>::Zero();
  atGround.tail<3>() = -tree_.gravity();
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const TreeBody<double>& body = tree_.bodies()[i];
    Motion& here = motions_[i];
    here.acceleration =
        here.bias + (body.parent == ground ? atGround : motions_[at(body.parent)].acceleration);
    for (int k = 0; k < body.velocities; ++k)
      here.acceleration += subspaces_.col(places_[i].first + k) * acceleration[body.velocity + k];
    here.force =
        here.inertia * here.acceleration + crossForce(here.velocity, here.inertia * here.velocity);
  }
  if (forces.hasWrenches) addWrenches(forces);

  // Backward: each body hands its force on.
  for (std::size_t i = motions_.size(); i-- > 0;) {
    const TreeBody<double>& body = tree_.bodies()[i];
    const Motion& here = motions_[i];
    for (int k = 0; k < body.velocities; ++k)
      forces_[places_[i].first + k] = subspaces_.col(places_[i].first + k).dot(here.force) -
                                      work_.jointForces[body.velocity + k] +
                                      body.armature * acceleration[body.velocity + k];
    if (body.parent != ground) motions_[at(body.parent)].force += here.force;
  }
  return forces_;
}

BranchMatrix& SpanningTree::massMatrix() {
  for (std::size_t i = motions_.size(); i-- > 0;) {
    const TreeBody<double>& body = tree_.bodies()[i];
    const Motion& here = motions_[i];
    const int end = places_[i].first + body.velocities;
    const SymmetricMatrix3<double>& rotational = here.inertia.rotational;
    const double moments = rotational.xx + rotational.yy + rotational.zz;
    for (int k = places_[i].first; k < end; ++k) {
      const Vector6<double> force = here.inertia * Vector6<double>(subspaces_.col(k));
      double* entry = mass_.row(k);
      for (const int j : mass_.pattern().path(k))
        *entry++ = isSingular_ && !supports(j, k) ? 0.0 : subspaces_.col(j).dot(force);
      entry[-1] += body.armature;
      sizes_[at(k)] = subspaces_.col(k).head<3>().squaredNorm() * moments +
                      subspaces_.col(k).tail<3>().squaredNorm() * here.inertia.mass;
    }
    if (body.parent != ground) motions_[at(body.parent)].inertia += here.inertia;
  }
  return mass_;
}

void SpanningTree::stiffen(const Cluster<double>& cluster, int rows, VectorX<double>& force) {
  const ConstraintWorkspace<double>& workspace = constraint(cluster);
  const auto jacobian = workspace.jacobian.topRows(rows);
  const int first = firstCoordinate(cluster);
  double inertia(0);
  for (int k = 0; k < cluster.spanning(); ++k)
    inertia += mass_.row(first + k)[mass_.pattern().depth(first + k)];
  const double weight = inertia / jacobian.squaredNorm();  // of the size of H itself
  for (int k = 0; k < cluster.spanning(); ++k) {
    double* const own = mass_.row(first + k) + mass_.pattern().depth(first);
    for (int j = 0; j <= k; ++j) own[j] += weight * jacobian.col(k).dot(jacobian.col(j));
    force[first + k] += weight * jacobian.col(k).dot(workspace.rightSide.head(rows));
  }
}

}  // namespace linkwork::papers
