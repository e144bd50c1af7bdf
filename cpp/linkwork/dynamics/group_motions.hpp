#pragma once

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/dynamics/kernels/plan.hpp"
#include "linkwork/dynamics/workspace.hpp"

namespace linkwork {

/// Sines and cosines of all revolute joints at q, into the workspace.
void updateJointTransforms(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                           Workspace<double>& work);

/// Of a group's revolute joints alone.
void updateJointTransforms(const Plan::Group& group, const ConstVectorRef<double>& q,
                           kernels::Memory<double> memory);

/// X and S of a group's revolute joints and cranks, by the sines and cosines of the passes.
void placeBodies(const ClusterTree<double>& tree, const Plan::Group& group,
                 const ConstVectorRef<double>& q, Workspace<double>& work);

/// Which joints are independent if rounding decides between equivalent ones: the fastest choice, or
/// that of updateKinematics.
enum class JointChoice { fastest, asKinematics };

/// G, g and the independent joints of a group of revolute joints in loops, at a pose, into the
/// memory of the fast path; after updateJointTransforms. Throws SimulationError at a singular pose.
void updateMotions(const ClusterTree<double>& tree, const Plan::Group& group,
                   const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                   Workspace<double>& work, JointChoice choice = JointChoice::fastest);

/// The same for all clusters with loops or couplings, and X, S of those of general kernels; after
/// updateJointTransforms.
void updateConstraints(const ClusterTree<double>& tree, const Plan& plan,
                       const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       Workspace<double>& work, JointChoice choice = JointChoice::fastest,
                       BasisOf basis = BasisOf::all);

/// Entry in v of the j-th independent joint of a cluster, after updateConstraints.
int independentEntry(const ClusterTree<double>& tree, int cluster, int j, Workspace<double>& work);

}  // namespace linkwork
