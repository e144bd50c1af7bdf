#include "linkwork/dynamics/hinges/fast_dynamics.hpp"

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/hinges/group_motions.hpp"
#include "linkwork/dynamics/hinges/meeting.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/newton_euler.hpp"
#include "linkwork/model/index.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork {

using detail::at;

namespace {

using Stretch = FastTree::Stretch;
using Way = Stretch::Way;

/// One call: the tree, its scratch and the passes for this processor.
class Recursion {
 public:
  Recursion(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
            const ConstVectorRef<double>& v, Workspace<double>& work)
      : tree_(tree),
        fast_(*tree.fast()),
        passes_(fast::passes()),
        q_(q),
        v_(v),
        work_(work),
        memory_(work.fast.view(fast_)) {
    atGround_ << Eigen::Vector3d::Zero(), -tree.gravity();  // gravity counts as its acceleration
    work.fast.motions.front() = {};
    fast::unstack(atGround_, work.fast.motions.front().angular, work.fast.motions.front().linear);
    passes_.turnHinges(memory_, static_cast<int>(fast_.hinges().size()), q.data());
  }

  void forwardDynamics(const AppliedForces<double>& forces, VectorRef<double>& a);
  void inverseDynamics(const ConstVectorRef<double>& a, const AppliedForces<double>& forces,
                       VectorRef<double>& torque);

 private:
  template <typename Visit>
  void eachCluster(const Stretch& stretch, Visit visit) {
    for (int c = stretch.first; c < stretch.last; ++c) visit(tree_.clusters()[at(c)]);
  }
  template <typename Visit>
  void eachBody(const Cluster<double>& cluster, Visit visit) {
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) visit(i);
  }
  const Vector6<double>& accelerationOf(int body) const {
    return body == ground ? atGround_ : work_.of(body).acceleration;
  }
  fast::Motion& motion(int body) { return memory_.motions[body]; }

  void applyTorques(const AppliedForces<double>& forces);
  void outward(const Stretch& stretch, const double* a);
  const Cluster<double>& clusterOf(const FastTree::Group& group) const {
    return tree_.clusters()[at(group.cluster)];
  }
  /// With the independent joints of this pose.
  const fast::Coupled& numbersOf(const FastTree::Group& group) const {
    return work_.fast.groups[at(group.numbers.place)];
  }
  template <typename Visit>
  void eachGroup(const Stretch& stretch, Visit visit) {
    for (int i = stretch.first; i < stretch.last; ++i) visit(fast_.groups()[at(i)]);
  }
  void outwardGeneral(const Stretch& stretch);
  void inward(const Stretch& stretch, VectorRef<double>& a);
  void inwardGeneral(const Stretch& stretch);
  void accelerate(const Stretch& stretch, VectorRef<double>& a);
  void moveGeneral(const Stretch& stretch, const ConstVectorRef<double>& a);
  void inwardForces(const Stretch& stretch, VectorRef<double>& torque);
  void inwardForcesGeneral(const Stretch& stretch, VectorRef<double>& torque);
  [[noreturn]] void throwMassless(int body) const;

  const ClusterTree<double>& tree_;
  const FastTree& fast_;
  const fast::Passes& passes_;
  const ConstVectorRef<double>& q_;
  const ConstVectorRef<double>& v_;
  Workspace<double>& work_;
  fast::Memory memory_;
  Vector6<double> atGround_;
};

void Recursion::throwMassless(int body) const {
  throw SimulationError("joint \"" + tree_.jointName(body) +
                        "\" moves no mass: the mass matrix is singular");
}

/// Gᵀτ of every hinge with its rotors' share.
void Recursion::applyTorques(const AppliedForces<double>& forces) {
  applyJointForces(tree_, q_, v_, forces, work_);
  const double* torque = work_.jointForces.data();
  for (std::size_t i = 0; i < fast_.hinges().size(); ++i)
    memory_.scratch[i].torque = torque[fast_.hinges()[i].velocity];
  for (const FastTree::Gear& gear : fast_.gears())
    memory_.scratch[gear.hinge].torque += gear.ratio * torque[gear.velocity];
}

/// Motions of hinges and floating bodies: at q̈ = 0, or at the accelerations given.
void Recursion::outward(const Stretch& stretch, const double* a) {
  if (stretch.way == Way::floating) {
    for (int i = stretch.first; i < stretch.last; ++i)
      passes_.outwardFloating(memory_, fast_.floatingBodies()[at(i)], q_.data(), v_.data(), a,
                              tree_.gravity().data(), work_.fast.floating[at(i)]);
  } else if (stretch.way == Way::coupled) {
    eachGroup(stretch, [&](const FastTree::Group& group) {
      if (!group.isConstant) updateMotions(tree_, group, q_, v_, work_);
      passes_.outwardCoupled(memory_, numbersOf(group), v_.data(), a, work_.jointForces.data());
    });
  } else if (a) {
    passes_.outwardMotion(memory_, stretch.first, stretch.last, v_.data(), a);
  } else {
    passes_.outwardBias(memory_, stretch.first, stretch.last, v_.data());
  }
  for (const int body : stretch.meetings) {
    BodyScratch<double>& here = work_.of(body);
    here.velocity << fast::vector(motion(body).velocity), Eigen::Vector3d::Zero();
    here.acceleration = fast::stacked(motion(body).angular, motion(body).linear);
    here.inertia = ArticulatedInertia<double>();
    here.force.setZero();
  }
}

/// Kinematics of general clusters, and Iᴬ = I, pᴬ = v ×* I v of their bodies alone.
void Recursion::outwardGeneral(const Stretch& stretch) {
  eachCluster(stretch, [&](const Cluster<double>& cluster) {
    updateKinematics(tree_, cluster, q_, v_, work_);
    eachBody(cluster, [&](int i) {
      BodyScratch<double>& here = work_.of(i);
      here.inertia = ArticulatedInertia<double>(fast_.inertia(i));
      here.force = crossForce(here.velocity, fast_.inertia(i) * here.velocity);
    });
  });
  for (const int body : stretch.meetings) {
    motion(body) = {};
    for (int k = 0; k < 3; ++k) motion(body).velocity[k] = work_.of(body).velocity[k];
  }
}

void Recursion::inward(const Stretch& stretch, VectorRef<double>& a) {
  for (const int body : stretch.meetings)
    fast::add(work_.of(body).inertia, work_.of(body).force, work_.of(body).acceleration,
              memory_.articulated[body]);
  if (stretch.way == Way::hinges) {
    const int massless = passes_.inward(memory_, stretch.first, stretch.last);
    if (massless >= 0) throwMassless(fast_.hinges()[at(massless)].body);
    return;
  }
  if (stretch.way == Way::coupled) {
    for (int i = stretch.last - 1; i >= stretch.first; --i)
      if (const FastTree::Group& group = fast_.groups()[at(i)];
          !passes_.inwardCoupled(memory_, numbersOf(group)))
        throwMassless(clusterOf(group).firstBody);
    return;
  }
  for (int i = stretch.first; i < stretch.last; ++i) {
    const fast::FloatingBody& body = fast_.floatingBodies()[at(i)];
    if (!passes_.accelerateFloating(memory_, body, work_.fast.floating[at(i)],
                                    work_.jointForces.data(), a.data()))
      throwMassless(body.body);
  }
}

void Recursion::inwardGeneral(const Stretch& stretch) {
  for (const int body : stretch.meetings) {
    BodyScratch<double>& here = work_.of(body);
    const fast::Articulated& handed = memory_.articulated[body];
    const ArticulatedInertia<double> inertia = fast::inertiaOf(handed);
    here.inertia += inertia;
    here.force +=
        fast::stacked(handed.n, handed.f) + inertia * fast::turningAcceleration(here.velocity);
  }
  for (int c = stretch.last - 1; c >= stretch.first; --c) {
    const Cluster<double>& cluster = tree_.clusters()[at(c)];
    if (!articulateInertia(tree_, cluster, work_)) throwMassless(cluster.firstBody);
    articulateForce<Bias::withBias>(tree_, cluster, work_);
  }
}

void Recursion::accelerate(const Stretch& stretch, VectorRef<double>& a) {
  if (stretch.way == Way::general) {
    eachCluster(stretch, [&](const Cluster<double>& cluster) {
      linkwork::accelerate<Bias::withBias>(tree_, cluster, accelerationOf(cluster.parent), work_,
                                           a);
    });
    for (const int body : stretch.meetings) {
      const BodyScratch<double>& here = work_.of(body);
      fast::Increment& increment = memory_.increments[body];
      fast::unstack(here.acceleration + fast::turningAcceleration(here.velocity), increment.angular,
                    increment.linear);
    }
    return;
  }
  if (stretch.way == Way::hinges)
    passes_.accelerate(memory_, stretch.first, stretch.last, a.data());
  if (stretch.way == Way::coupled)
    eachGroup(stretch, [&](const FastTree::Group& group) {
      passes_.accelerateCoupled(memory_, numbersOf(group), a.data());
    });
  for (const int body : stretch.meetings)
    work_.of(body).acceleration +=
        fast::stacked(memory_.increments[body].angular, memory_.increments[body].linear);
}

void Recursion::forwardDynamics(const AppliedForces<double>& forces, VectorRef<double>& a) {
  applyTorques(forces);
  for (const int body : fast_.branchingBodies()) memory_.articulated[body] = {};
  for (const Stretch& stretch : fast_.stretches()) {
    if (stretch.way == Way::general)
      outwardGeneral(stretch);
    else
      outward(stretch, nullptr);
  }
  for (auto stretch = fast_.stretches().rbegin(); stretch != fast_.stretches().rend(); ++stretch) {
    if (stretch->way == Way::general)
      inwardGeneral(*stretch);
    else
      inward(*stretch, a);
  }
  for (const Stretch& stretch : fast_.stretches()) accelerate(stretch, a);
  for (const FastTree::Gear& gear : fast_.gears())
    a[gear.velocity] = gear.ratio * a[fast_.hinges()[at(gear.hinge)].velocity];
}

/// Accelerations of general clusters, and the force that each body needs.
void Recursion::moveGeneral(const Stretch& stretch, const ConstVectorRef<double>& a) {
  eachCluster(stretch, [&](const Cluster<double>& cluster) {
    updateKinematics(tree_, cluster, q_, v_, work_);
    for (int j = 0; j < cluster.dofs; ++j)
      work_.accelerations[cluster.firstDof + j] = a[independentVelocity(tree_, cluster, j, work_)];
    spanFromIndependent<double>(tree_, cluster, work_.accelerations, work_,
                                work_.spanningAccelerations);
    eachBody(cluster, [&](int i) {
      work_.of(i).force.setZero();
      moveBody(tree_, i, fast_.inertia(i), accelerationOf(tree_.body(i).parent), work_);
    });
  });
  for (const int body : stretch.meetings) {
    const BodyScratch<double>& here = work_.of(body);
    for (int k = 0; k < 3; ++k) motion(body).velocity[k] = here.velocity[k];
    fast::unstack(here.acceleration + fast::turningAcceleration(here.velocity),
                  motion(body).angular, motion(body).linear);
  }
}

void Recursion::inwardForces(const Stretch& stretch, VectorRef<double>& torque) {
  for (const int body : stretch.meetings) {
    fast::Wrench& sum = memory_.wrenches[body];
    for (int k = 0; k < 3; ++k) {
      sum.n[k] += work_.of(body).force[k];
      sum.f[k] += work_.of(body).force[3 + k];
    }
  }
  if (stretch.way == Way::floating) {
    for (int i = stretch.first; i < stretch.last; ++i) {
      const fast::FloatingBody& body = fast_.floatingBodies()[at(i)];
      const fast::Wrench& own = work_.fast.floating[at(i)];
      const fast::Wrench& others = memory_.wrenches[body.body];
      for (int k = 0; k < 3; ++k) {
        const int first = body.velocity;
        torque[first + k] = own.n[k] + others.n[k] - work_.jointForces[first + k];
        torque[first + 3 + k] = own.f[k] + others.f[k] - work_.jointForces[first + 3 + k];
      }
    }
    return;
  }
  if (stretch.way == Way::coupled) {
    for (int i = stretch.last - 1; i >= stretch.first; --i)
      passes_.inwardForcesCoupled(memory_, numbersOf(fast_.groups()[at(i)]), torque.data());
    return;
  }
  // The pass replaces τ, which acts already, by what the motion needs.
  for (int i = stretch.first; i < stretch.last; ++i)
    torque[fast_.drives()[at(i)].velocity] = -memory_.scratch[i].torque;
  passes_.inwardForces(memory_, stretch.first, stretch.last);
  for (int i = stretch.first; i < stretch.last; ++i) {
    const FastTree::Drive& drive = fast_.drives()[at(i)];
    torque[drive.velocity] = drive.ratio * (torque[drive.velocity] + memory_.scratch[i].torque);
  }
}

void Recursion::inwardForcesGeneral(const Stretch& stretch, VectorRef<double>& torque) {
  for (const int body : stretch.meetings)
    work_.of(body).force += fast::stacked(memory_.wrenches[body].n, memory_.wrenches[body].f);
  for (int c = stretch.last - 1; c >= stretch.first; --c) {
    const Cluster<double>& cluster = tree_.clusters()[at(c)];
    for (int i = cluster.firstBody + cluster.bodyCount - 1; i >= cluster.firstBody; --i)
      propagateForce(tree_, i, work_);
    projectForces<double>(tree_, cluster, work_.jointForces, work_, work_.accelerations);
    for (int j = 0; j < cluster.dofs; ++j)
      torque[independentVelocity(tree_, cluster, j, work_)] =
          work_.accelerations[cluster.firstDof + j];
  }
}

void Recursion::inverseDynamics(const ConstVectorRef<double>& a,
                                const AppliedForces<double>& forces, VectorRef<double>& torque) {
  applyTorques(forces);
  for (const int body : fast_.branchingBodies()) memory_.wrenches[body] = {};
  for (const Stretch& stretch : fast_.stretches()) {
    if (stretch.way == Way::general)
      moveGeneral(stretch, a);
    else
      outward(stretch, a.data());
  }
  torque.setZero();
  for (auto stretch = fast_.stretches().rbegin(); stretch != fast_.stretches().rend(); ++stretch) {
    if (stretch->way == Way::general)
      inwardForcesGeneral(*stretch, torque);
    else
      inwardForces(*stretch, torque);
  }
}

}  // namespace

void fastForwardDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                         const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
                         Workspace<double>& work, VectorRef<double>& a) {
  Recursion(tree, q, v, work).forwardDynamics(forces, a);
}

void fastInverseDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                         const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                         const AppliedForces<double>& forces, Workspace<double>& work,
                         VectorRef<double>& torque) {
  Recursion(tree, q, v, work).inverseDynamics(a, forces, torque);
}

}  // namespace linkwork
