#pragma once

#include "linkwork/dynamics/kernels/kernel_workspace.hpp"

namespace linkwork {

template <typename S>
class GeneralClusters;

namespace kernels {

/// The algorithms on doubles, compiled for one instruction set (passes_here.hpp).
struct Passes : RecursionPasses<double> {
  int (*aba)(const Plan&, KernelWorkspace<double>&, const RecursionInputs<double>&,
             GeneralClusters<double>&, double* a);
  void (*rnea)(const Plan&, KernelWorkspace<double>&, const RecursionInputs<double>&,
               GeneralClusters<double>&, const double* a, double* torque);
  bool (*backwardCoupled)(const Memory<double>&, const CoupledGroup<double>&);
  void (*forwardFrames)(const Memory<double>&, int first, int last);
  void (*projectWrenches)(const Memory<double>&, int first, int last, double* torque);
  void (*projectWrench)(const Memory<double>&, int first, int last, Force<double>& at,
                        double* torque);
  void (*carryPoint)(const Memory<double>&, int first, int last, const double* v,
                     Point<double>& at);
  void (*projectForce)(const Memory<double>&, int first, int last, Vec3<double>& force,
                       double* torque);
  void (*crba)(const Plan&, KernelWorkspace<double>&, const WholeColumns<double>&);
  void (*crbaByBranch)(const Plan&, KernelWorkspace<double>&, const BranchColumns<double>&);
  void (*crbaByColumn)(const Plan&, KernelWorkspace<double>&, const HandedColumns<double>&);
  void (*mirror)(double* mass, int size, int stride);
  void (*forwardDerivatives)(const Memory<double>&, const DerivativeMemory<double>&, int first,
                             int last, const double* v, const double* a);
  void (*backwardDerivatives)(const Memory<double>&, const DerivativeMemory<double>&, int first,
                              int last, const double* v, const double* a);
  void (*crossSupports)(const DerivativeMemory<double>&, const FreedomRow<double>&, int k,
                        int body);
  bool (*factorBranches)(const Branches&, double* numbers);
  void (*solveBranches)(const Branches&, const double* factor, int size, double* x,
                        std::ptrdiff_t stride);
  void (*negateTransposed)(const double* from, std::ptrdiff_t stride, int rows, int columns,
                           double* to, std::ptrdiff_t step);
};

/// The passes for the current processor.
const Passes& passes();

}  // namespace kernels
}  // namespace linkwork
