#include "linkwork/dynamics/branch_factor.hpp"
#include "linkwork/dynamics/kernels/passes.hpp"

#include <algorithm>

#include "linkwork/linalg/index.hpp"

namespace linkwork {

namespace {

constexpr int columnsAtOnce = 8;  // block size of revolute joints/branch_pass.hpp

}  // namespace

BranchFactor::BranchFactor(const ClusterTree<double>& tree)
    : factor_(tree), room_(at(columnsAtOnce * tree.degreesOfFreedom())) {}

bool BranchFactor::factor() {
  return kernels::passes().factorBranches(factor_.branches(), factor_.numbers());
}

bool BranchFactor::factor(const MatrixX<double>& mass) {
  factor_.gather(mass);
  return factor();
}

bool BranchFactor::factor(const BranchMatrix& mass) {
  std::copy_n(mass.numbers(), mass.count(), factor_.numbers());
  return factor();
}

void BranchFactor::solve(MatrixRef<double> x) {
  for (Eigen::Index first = 0; first < x.cols(); first += columnsAtOnce) {
    const int count = static_cast<int>(std::min<Eigen::Index>(columnsAtOnce, x.cols() - first));
    for (int c = 0; c < columnsAtOnce; ++c)
      for (int k = 0; k < factor_.size(); ++k)
        room_[at(k * columnsAtOnce + c)] = c < count ? x(k, first + c) : 0;
    kernels::passes().solveBranches(factor_.branches(), factor_.numbers(), factor_.size(),
                                    room_.data(), columnsAtOnce);
    for (int c = 0; c < count; ++c)
      for (int k = 0; k < factor_.size(); ++k) x(k, first + c) = room_[at(k * columnsAtOnce + c)];
  }
}

void BranchFactor::solveTransposed(MatrixRef<double> x) {
  for (Eigen::Index first = 0; first < x.rows(); first += columnsAtOnce)
    kernels::passes().solveBranches(factor_.branches(), factor_.numbers(), factor_.size(),
                                    x.data() + first, x.outerStride());
}

/// Per eight columns: the rows above the last of them, then the remaining rows.
void BranchFactor::invert(MatrixRef<double> inverse) {
  const int size = factor_.size();
  for (int first = 0; first < size; first += columnsAtOnce) {
    const int end = std::min(size, first + columnsAtOnce);
    std::fill_n(room_.begin(), columnsAtOnce * end, 0.0);
    for (int c = first; c < end; ++c) room_[at(c * columnsAtOnce + c - first)] = 1;
    kernels::passes().solveBranches(factor_.branches(), factor_.numbers(), end, room_.data(),
                                    columnsAtOnce);
    for (int c = first; c < end; ++c)
      for (int k = 0; k <= c; ++k)
        inverse(c, k) = inverse(k, c) = room_[at(k * columnsAtOnce + c - first)];
  }
}

}  // namespace linkwork
