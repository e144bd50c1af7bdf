#pragma once

// All algorithms over joint kernels. One file includes this for each instruction set. Everything
// here has internal linkage, which gives each instruction set its own code.

#include "linkwork/dynamics/aba.hpp"
#include "linkwork/dynamics/crba.hpp"
#include "linkwork/dynamics/general_clusters.hpp"
#include "linkwork/dynamics/kernels/branch_pass.hpp"
#include "linkwork/dynamics/kernels/composite_pass.hpp"
#include "linkwork/dynamics/kernels/derivative_pass.hpp"
#include "linkwork/dynamics/kernels/passes.hpp"
#include "linkwork/dynamics/kernels/pose_pass.hpp"
#include "linkwork/dynamics/kernels/simd.hpp"
#include "linkwork/dynamics/kernels/step_pass.hpp"
#include "linkwork/dynamics/rnea.hpp"

namespace linkwork::kernels {
namespace {

inline int forwardDynamics(const Plan& plan, KernelWorkspace<double>& memory,
                           const RecursionInputs<double>& inputs, GeneralClusters<double>& general,
                           double* a) {
  return aba(JointKernels(plan, memory, inputs, general), a);
}
inline void inverseDynamics(const Plan& plan, KernelWorkspace<double>& memory,
                            const RecursionInputs<double>& inputs, GeneralClusters<double>& general,
                            const double* a, double* torque) {
  rnea(JointKernels(plan, memory, inputs, general), a, torque);
}
template <typename Columns>
void massMatrix(const Plan& plan, KernelWorkspace<double>& memory, const Columns& mass) {
  crba(CompositeKernels<double, Columns>(plan, memory, mass));
}

/// The table for one instruction set.
constexpr Passes passesHere{recursionPassesHere<double>,
                            forwardDynamics,
                            inverseDynamics,
                            eliminate<double>,
                            forwardFrames<double>,
                            projectWrenches<double>,
                            projectWrench<double>,
                            carryPoint<double>,
                            projectForce<double>,
                            massMatrix<WholeColumns<double>>,
                            massMatrix<BranchColumns<double>>,
                            massMatrix<HandedColumns<double>>,
                            mirror<double>,
                            forwardDerivatives<double>,
                            backwardDerivatives<double>,
                            crossSupports<double>,
                            factorBranches<double>,
                            solveBranches<double>,
                            negateTransposed<double>};

}  // namespace
}  // namespace linkwork::kernels
