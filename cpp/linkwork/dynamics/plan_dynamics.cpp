#include "linkwork/dynamics/plan_dynamics.hpp"

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/body_paths.hpp"
#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/hinges/interface_body.hpp"
#include "linkwork/dynamics/hinges/recursion.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/newton_euler.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork {

namespace {

/// The general recursion over the clusters that take it, and what it and the hinges hand each other
/// at interface bodies (interface_body.hpp).
class GeneralClusters {
 public:
  using Segment = Plan::Segment;
  using Memory = hinges::Memory<double>;

  GeneralClusters(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                  const ConstVectorRef<double>& v, Workspace<double>& work)
      : tree_(tree), plan_(*tree.plan()), q_(q), v_(v), work_(work) {
    atGround_ << Eigen::Vector3d::Zero(), -tree.gravity();  // gravity counts as its acceleration
  }

  void updateMotions(const Plan::Group& group, const double*, const double*) {
    linkwork::updateMotions(tree_, group, q_, v_, work_);
  }
  [[noreturn]] void throwMassless(int body) const {
    throw SimulationError("joint \"" + tree_.jointName(body) +
                          "\" moves no mass: the mass matrix is singular");
  }

  /// Kinematics of general clusters, and Iᴬ = I, pᴬ = v ×* I v of their bodies alone.
  void outward(const Segment& segment, const Memory& memory) {
    eachCluster(segment, [&](const Cluster<double>& cluster) {
      updateKinematics(tree_, cluster, q_, v_, work_);
      eachBody(cluster, [&](int i) {
        BodyScratch<double>& here = work_.of(i);
        here.inertia = ArticulatedInertia<double>(plan_.inertia(i));
        here.force = crossForce(here.velocity, plan_.inertia(i) * here.velocity);
      });
    });
    for (const int body : segment.interfaceBodies) {
      memory.motions[body] = {};
      for (int k = 0; k < 3; ++k) memory.motions[body].velocity[k] = work_.of(body).velocity[k];
    }
  }

  void inward(const Segment& segment, const Memory& memory) {
    for (const int body : segment.interfaceBodies) {
      BodyScratch<double>& here = work_.of(body);
      const hinges::Articulated<double>& handed = memory.articulated[body];
      const ArticulatedInertia<double> inertia = hinges::inertiaOf(handed);
      here.inertia += inertia;
      here.force += hinges::stacked(handed.n, handed.f) +
                    inertia * hinges::turningAcceleration(here.velocity);
    }
    for (int c = segment.last - 1; c >= segment.first; --c) {
      const Cluster<double>& cluster = tree_.clusters()[at(c)];
      if (!articulateInertia(tree_, cluster, work_)) throwMassless(cluster.firstBody);
      articulateForce<Bias::withBias>(tree_, cluster, work_);
    }
  }

  void accelerate(const Segment& segment, const Memory& memory, double* a) {
    VectorRef<double> accelerations = Eigen::Map<VectorX<double>>(a, tree_.velocitySize());
    eachCluster(segment, [&](const Cluster<double>& cluster) {
      linkwork::accelerate<Bias::withBias>(tree_, cluster, accelerationOf(cluster.parent), work_,
                                           accelerations);
    });
    for (const int body : segment.interfaceBodies) {
      const BodyScratch<double>& here = work_.of(body);
      hinges::Increment<double>& increment = memory.increments[body];
      hinges::unstack(here.acceleration + hinges::turningAcceleration(here.velocity),
                      increment.angular, increment.linear);
    }
  }

  /// Accelerations of general clusters, and the force that each body needs.
  void outwardMotion(const Segment& segment, const Memory& memory, const double* a) {
    eachCluster(segment, [&](const Cluster<double>& cluster) {
      updateKinematics(tree_, cluster, q_, v_, work_);
      for (int j = 0; j < cluster.dofs; ++j)
        work_.accelerations[cluster.firstDof + j] =
            a[independentVelocity(tree_, cluster, j, work_)];
      spanFromIndependent<double>(tree_, cluster, work_.accelerations, work_,
                                  work_.spanningAccelerations);
      eachBody(cluster, [&](int i) {
        work_.of(i).force.setZero();
        moveBody(tree_, i, plan_.inertia(i), accelerationOf(tree_.body(i).parent), work_);
      });
    });
    for (const int body : segment.interfaceBodies) {
      const BodyScratch<double>& here = work_.of(body);
      hinges::Motion<double>& motion = memory.motions[body];
      for (int k = 0; k < 3; ++k) motion.velocity[k] = here.velocity[k];
      hinges::unstack(here.acceleration + hinges::turningAcceleration(here.velocity),
                      motion.angular, motion.linear);
    }
  }

  void inwardForces(const Segment& segment, const Memory& memory, double* torque) {
    for (const int body : segment.interfaceBodies)
      work_.of(body).force += hinges::stacked(memory.forces[body].n, memory.forces[body].f);
    for (int c = segment.last - 1; c >= segment.first; --c) {
      const Cluster<double>& cluster = tree_.clusters()[at(c)];
      for (int i = cluster.firstBody + cluster.bodyCount - 1; i >= cluster.firstBody; --i)
        propagateForce(tree_, i, work_);
      projectForces<double>(tree_, cluster, work_.jointForces, work_, work_.accelerations);
      for (int j = 0; j < cluster.dofs; ++j)
        torque[independentVelocity(tree_, cluster, j, work_)] =
            work_.accelerations[cluster.firstDof + j];
    }
  }

  void takeMotion(int body, const hinges::Motion<double>& motion) {
    BodyScratch<double>& here = work_.of(body);
    here.velocity << hinges::vector(motion.velocity), Eigen::Vector3d::Zero();
    here.acceleration = hinges::stacked(motion.angular, motion.linear);
    here.inertia = ArticulatedInertia<double>();
    here.force.setZero();
  }
  void addTo(hinges::Articulated<double>& sum, int body) {
    const BodyScratch<double>& here = work_.of(body);
    hinges::add(here.inertia, here.force, here.acceleration, sum);
  }
  void addTo(hinges::Force<double>& sum, int body) {
    for (int k = 0; k < 3; ++k) {
      sum.n[k] += work_.of(body).force[k];
      sum.f[k] += work_.of(body).force[3 + k];
    }
  }
  void takeIncrement(int body, const hinges::Increment<double>& increment) {
    work_.of(body).acceleration += hinges::stacked(increment.angular, increment.linear);
  }

 private:
  template <typename Visit>
  void eachCluster(const Segment& segment, Visit visit) {
    for (int c = segment.first; c < segment.last; ++c) visit(tree_.clusters()[at(c)]);
  }
  template <typename Visit>
  void eachBody(const Cluster<double>& cluster, Visit visit) {
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) visit(i);
  }
  const Vector6<double>& accelerationOf(int body) const {
    return body == ground ? atGround_ : work_.of(body).acceleration;
  }

  const ClusterTree<double>& tree_;
  const Plan& plan_;
  const ConstVectorRef<double>& q_;
  const ConstVectorRef<double>& v_;
  Workspace<double>& work_;
  Vector6<double> atGround_;
};

/// Calls `visit` with the recursion of one call.
template <typename Visit>
void withRecursion(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                   const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
                   Workspace<double>& work, Visit visit) {
  applyJointForces(tree, q, v, forces, work);
  GeneralClusters general(tree, q, v, work);
  hinges::Recursion recursion(*tree.plan(), hinges::passes(), work.hinges,
                              {q.data(), v.data(), work.jointForces.data(), tree.gravity().data()},
                              general);
  if (forces.hasWrenches) {
    BodyPaths paths(tree, work);
    paths.clear();
    paths.add(forces.wrenches);
    paths.update(q);
    paths.project(forces.wrenches, work.jointForces);
  }
  visit(recursion);
}

}  // namespace

void turnHinges(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                Workspace<double>& work) {
  const Plan& plan = *tree.plan();
  hinges::passes().turnHinges(work.hinges.view(plan), static_cast<int>(plan.hinges().size()),
                              q.data());
}

void planForwardDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                         const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
                         Workspace<double>& work, VectorRef<double>& a) {
  withRecursion(tree, q, v, forces, work,
                [&](auto& recursion) { recursion.forwardDynamics(a.data()); });
}

void planInverseDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                         const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                         const AppliedForces<double>& forces, Workspace<double>& work,
                         VectorRef<double>& torque) {
  torque.setZero();
  withRecursion(tree, q, v, forces, work,
                [&](auto& recursion) { recursion.inverseDynamics(a.data(), torque.data()); });
}

}  // namespace linkwork
