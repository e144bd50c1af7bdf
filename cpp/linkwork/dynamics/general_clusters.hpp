#pragma once

#include <utility>

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/hinges/interface_body.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/newton_euler.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork {

/// The general recursion over the clusters of a plan that take it, and what it and the hinges hand
/// each other at interface bodies (interface_body.hpp). `Motions` knows what constraints do:
///
///   updateGroup(group)       G, g and independent joints of a group of hinges, into its memory
///   updateCluster(cluster)   the same of a general cluster and its relative poses, into the
///                            workspace, after updateJoints
///   inertia(body)            of a body with the rotors that ride on it
template <typename Scalar, typename Motions>
class GeneralClusters {
 public:
  using Segment = Plan::Segment;
  using Memory = hinges::Memory<Scalar>;

  GeneralClusters(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                  const ConstVectorRef<Scalar>& v, Workspace<Scalar>& work, Motions motions)
      : tree_(tree), q_(q), v_(v), work_(work), motions_(std::move(motions)) {
    atGround_ << Vector3<Scalar>::Zero(), -tree.gravity();  // gravity counts as its acceleration
  }

  void updateMotions(const Plan::Group& group, const Scalar*, const Scalar*) {
    motions_.updateGroup(group);
  }
  [[noreturn]] void throwMassless(int body) const {
    throw SimulationError("joint \"" + tree_.jointName(body) +
                          "\" moves no mass: the mass matrix is singular");
  }

  /// Kinematics of general clusters, and Iᴬ = I, pᴬ = v ×* I v of their bodies alone.
  void outward(const Segment& segment, const Memory& memory) {
    eachCluster(segment, [&](const Cluster<Scalar>& cluster) {
      move(cluster);
      eachBody(cluster, [&](int i) {
        BodyScratch<Scalar>& here = work_.of(i);
        here.inertia = ArticulatedInertia<Scalar>(motions_.inertia(i));
        here.force = crossForce(here.velocity, motions_.inertia(i) * here.velocity);
      });
    });
    for (const int body : segment.interfaceBodies) {
      memory.motions[body] = {};
      for (int k = 0; k < 3; ++k) memory.motions[body].velocity[k] = work_.of(body).velocity[k];
    }
  }

  void inward(const Segment& segment, const Memory& memory) {
    for (const int body : segment.interfaceBodies) {
      BodyScratch<Scalar>& here = work_.of(body);
      const hinges::Articulated<Scalar>& handed = memory.articulated[body];
      const ArticulatedInertia<Scalar> inertia = hinges::inertiaOf(handed);
      here.inertia += inertia;
      here.force += hinges::stacked(handed.n, handed.f) +
                    inertia * hinges::turningAcceleration(here.velocity);
    }
    for (int c = segment.last - 1; c >= segment.first; --c) {
      const Cluster<Scalar>& cluster = tree_.clusters()[static_cast<std::size_t>(c)];
      if (!articulateInertia(tree_, cluster, work_)) throwMassless(cluster.firstBody);
      articulateForce<Bias::withBias>(tree_, cluster, work_);
    }
  }

  void accelerate(const Segment& segment, const Memory& memory, Scalar* a) {
    VectorRef<Scalar> accelerations = Eigen::Map<VectorX<Scalar>>(a, tree_.velocitySize());
    eachCluster(segment, [&](const Cluster<Scalar>& cluster) {
      linkwork::accelerate<Bias::withBias>(tree_, cluster, accelerationOf(cluster.parent), work_,
                                           accelerations);
    });
    for (const int body : segment.interfaceBodies) {
      const BodyScratch<Scalar>& here = work_.of(body);
      hinges::Increment<Scalar>& increment = memory.increments[body];
      hinges::unstack(here.acceleration + hinges::turningAcceleration(here.velocity),
                      increment.angular, increment.linear);
    }
  }

  /// Accelerations of general clusters, and the force that each body needs.
  void outwardMotion(const Segment& segment, const Memory& memory, const Scalar* a) {
    eachCluster(segment, [&](const Cluster<Scalar>& cluster) {
      move(cluster);
      for (int j = 0; j < cluster.dofs; ++j)
        work_.accelerations[cluster.firstDof + j] =
            a[independentVelocity(tree_, cluster, j, work_)];
      spanFromIndependent<Scalar>(tree_, cluster, work_.accelerations, work_,
                                  work_.spanningAccelerations);
      eachBody(cluster, [&](int i) {
        work_.of(i).force.setZero();
        moveBody(tree_, i, motions_.inertia(i), accelerationOf(tree_.body(i).parent), work_);
      });
    });
    for (const int body : segment.interfaceBodies) {
      const BodyScratch<Scalar>& here = work_.of(body);
      hinges::Motion<Scalar>& motion = memory.motions[body];
      for (int k = 0; k < 3; ++k) motion.velocity[k] = here.velocity[k];
      hinges::unstack(here.acceleration + hinges::turningAcceleration(here.velocity),
                      motion.angular, motion.linear);
    }
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
    here.acceleration = hinges::stacked(motion.angular, motion.linear);
    here.inertia = ArticulatedInertia<Scalar>();
    here.force.setZero();
  }
  void addTo(hinges::Articulated<Scalar>& sum, int body) {
    const BodyScratch<Scalar>& here = work_.of(body);
    hinges::add(here.inertia, here.force, here.acceleration, sum);
  }
  void addTo(hinges::Force<Scalar>& sum, int body) {
    for (int k = 0; k < 3; ++k) {
      sum.n[k] += work_.of(body).force[k];
      sum.f[k] += work_.of(body).force[3 + k];
    }
  }
  void takeIncrement(int body, const hinges::Increment<Scalar>& increment) {
    work_.of(body).acceleration += hinges::stacked(increment.angular, increment.linear);
  }

 private:
  /// Kinematics of a cluster; the body that carries it is up to date.
  void move(const Cluster<Scalar>& cluster) {
    updateJoints(tree_, cluster, q_, v_, work_);
    if (!cluster.constraint) return;
    motions_.updateCluster(cluster);
    updateClusterMotion(tree_, cluster, work_);
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
  const Vector6<Scalar>& accelerationOf(int body) const {
    return body == ground ? atGround_ : work_.of(body).acceleration;
  }

  const ClusterTree<Scalar>& tree_;
  const ConstVectorRef<Scalar>& q_;
  const ConstVectorRef<Scalar>& v_;
  Workspace<Scalar>& work_;
  Motions motions_;
  Vector6<Scalar> atGround_;
};

}  // namespace linkwork
