#pragma once

#include <utility>

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/hinges/interface_body.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/newton_euler.hpp"

namespace linkwork {

/// The general recursion over the clusters of a plan that take it, and what it and the hinges hand
/// each other at interface bodies (interface_body.hpp). `Motions` knows what constraints do:
///
///   updateGroup(group)       G, g and independent joints of a group of hinges, into its memory
///   updateCluster(cluster)   G and g of a general cluster, into the workspace, after updateJoints
///   inertia(body)            of a body with the rotors that ride on it
template <typename Scalar, typename Motions>
class GeneralClusters {
 public:
  using Segment = Plan::Segment;
  using Memory = hinges::Memory<Scalar>;

  GeneralClusters(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                  const ConstVectorRef<Scalar>& v, Workspace<Scalar>& work, Motions motions)
      : tree_(tree), q_(q), v_(v), work_(work), motions_(std::move(motions)) {}

  void updateMotions(const Plan::Group& group, const Scalar*, const Scalar*) {
    motions_.updateGroup(group);
  }
  [[noreturn]] void throwMassless(int body) const {
    throw SimulationError("joint \"" + tree_.jointName(body) +
                          "\" moves no mass: the mass matrix is singular");
  }

  /// Motions of general clusters at ÿ = 0, and of their bodies alone Iᴬ = I and the force pᴬ that
  /// they ask for.
  void outward(const Segment& segment, const Memory& memory) {
    eachCluster(segment, [&](const Cluster<Scalar>& cluster) {
      updateCluster(cluster);
      for (const int entry : cluster.velocities) work_.spanningAccelerations[entry] = Scalar(0);
      move(cluster, memory);
      eachBody(cluster, [&](int i) {
        work_.of(i).inertia = ArticulatedInertia<Scalar>(motions_.inertia(i));
      });
    });
  }

  void inward(const Segment& segment, const Memory& memory) {
    for (const int body : segment.interfaceBodies) {
      BodyScratch<Scalar>& here = work_.of(body);
      const hinges::Articulated<Scalar>& handed = memory.articulated[body];
      here.inertia += hinges::inertiaOf(handed);
      here.force += hinges::stacked(handed.n, handed.f);
    }
    for (int c = segment.last - 1; c >= segment.first; --c) {
      const Cluster<Scalar>& cluster = tree_.clusters()[static_cast<std::size_t>(c)];
      if (!articulateInertia(tree_, cluster, work_)) throwMassless(cluster.firstBody);
      articulateForce<Bias::withoutBias>(tree_, cluster, work_);
    }
  }

  void accelerate(const Segment& segment, const Memory& memory, Scalar* a) {
    VectorRef<Scalar> accelerations = Eigen::Map<VectorX<Scalar>>(a, tree_.velocitySize());
    eachCluster(segment, [&](const Cluster<Scalar>& cluster) {
      linkwork::accelerate<Bias::withoutBias>(tree_, cluster, incrementOf(cluster.parent), work_,
                                              accelerations);
      if (!cluster.constraint) return;
      const ConstraintScratch<Scalar>& scratch = work_.of(tree_, cluster);
      for (int k = 0; k < cluster.spanning(); ++k)
        a[cluster.velocities[static_cast<std::size_t>(k)]] += scratch.offset[k];
    });
    for (const int body : segment.interfaceBodies) {
      hinges::Increment<Scalar>& increment = memory.increments[body];
      hinges::unstack(work_.of(body).acceleration, increment.angular, increment.linear);
    }
  }

  /// Motions of general clusters at the accelerations given, and the force that each body asks for.
  void outwardMotion(const Segment& segment, const Memory& memory, const Scalar* a) {
    eachCluster(segment, [&](const Cluster<Scalar>& cluster) {
      updateCluster(cluster);
      for (int j = 0; j < cluster.dofs; ++j)
        work_.accelerations[cluster.firstDof + j] =
            a[independentVelocity(tree_, cluster, j, work_)];
      spanFromIndependent<Scalar>(tree_, cluster, work_.accelerations, work_,
                                  work_.spanningAccelerations);
      move(cluster, memory);
    });
  }

  void inwardForces(const Segment& segment, const Memory& memory, Scalar* torque) {
    for (const int body : segment.interfaceBodies)
      work_.of(body).force += hinges::stacked(memory.forces[body].n, memory.forces[body].f);
    for (int c = segment.last - 1; c >= segment.first; --c) {
      const Cluster<Scalar>& cluster = tree_.clusters()[static_cast<std::size_t>(c)];
      for (int i = cluster.firstBody + cluster.bodyCount - 1; i >= cluster.firstBody; --i)
        propagateForce(tree_, i, work_);
      projectForces<Scalar>(tree_, cluster, work_.jointForces, work_, work_.accelerations);
      for (int j = 0; j < cluster.dofs; ++j)
        torque[independentVelocity(tree_, cluster, j, work_)] =
            work_.accelerations[cluster.firstDof + j];
    }
  }

  void takeMotion(int body, const hinges::Motion<Scalar>& motion) {
    BodyScratch<Scalar>& here = work_.of(body);
    here.velocity << hinges::vector(motion.velocity), Vector3<Scalar>::Zero();
    here.inertia = ArticulatedInertia<Scalar>();
    here.force.setZero();
  }
  void addTo(hinges::Articulated<Scalar>& sum, int body) {
    hinges::add(work_.of(body).inertia, work_.of(body).force, sum);
  }
  void addTo(hinges::Force<Scalar>& sum, int body) {
    for (int k = 0; k < 3; ++k) {
      sum.n[k] += work_.of(body).force[k];
      sum.f[k] += work_.of(body).force[3 + k];
    }
  }
  void takeIncrement(int body, const hinges::Increment<Scalar>& increment) {
    work_.of(body).acceleration = hinges::stacked(increment.angular, increment.linear);
  }

 private:
  void updateCluster(const Cluster<Scalar>& cluster) {
    updateJoints(tree_, cluster, q_, v_, work_);
    if (cluster.constraint) motions_.updateCluster(cluster);
  }

  /// Motions of a cluster's bodies at its spanning accelerations G ÿ, and the forces that they ask
  /// for; the body that carries it is up to date.
  void move(const Cluster<Scalar>& cluster, const Memory& memory) {
    eachBody(cluster, [&](int i) {
      const TreeBody<Scalar>& body = tree_.body(i);
      BodyScratch<Scalar>& here = work_.of(i);
      Vector6<Scalar> twist = Vector6<Scalar>::Zero(), acceleration = here.subspaceRate;
      for (int k = 0; k < body.velocities; ++k) {
        const int entry = body.velocity + k;
        Scalar own = work_.spanningAccelerations[entry];
        if (cluster.constraint) own += work_.of(tree_, cluster).offset[body.local + k];
        twist += work_.jointSubspaces.col(entry) * v_[entry];
        acceleration += work_.jointSubspaces.col(entry) * own;
      }
      BodyMotion<Scalar> motion =
          motionToChild(here.toParent, hinges::motionOf(memory.motions[body.parent]));
      motion.addJoint(twist, acceleration);
      memory.motions[i] = hinges::stored(motion);
      here.force = forceOf(motions_.inertia(i), motion);
    });
  }

  template <typename Visit>
  void eachCluster(const Segment& segment, Visit visit) {
    for (int c = segment.first; c < segment.last; ++c)
      visit(tree_.clusters()[static_cast<std::size_t>(c)]);
  }
  template <typename Visit>
  void eachBody(const Cluster<Scalar>& cluster, Visit visit) {
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) visit(i);
  }
  const Vector6<Scalar>& incrementOf(int body) const {
    return body == ground ? atGround_ : work_.of(body).acceleration;
  }

  const ClusterTree<Scalar>& tree_;
  const ConstVectorRef<Scalar>& q_;
  const ConstVectorRef<Scalar>& v_;
  Workspace<Scalar>& work_;
  Motions motions_;
  const Vector6<Scalar> atGround_ = Vector6<Scalar>::Zero();
};

}  // namespace linkwork
