#pragma once

#include <functional>

#include "linkwork/dynamics/kernels/kernel_workspace.hpp"
#include "linkwork/spatial/factored_pose.hpp"
#include "linkwork/symbolic/expression_scalar.hpp"

/// A mechanism's numbers as expressions. What rounding has left of a zero or a one would keep whole
/// products from folding away, so it is wiped off here.
namespace linkwork::codegen {

using symbolic::Expression;

/// A number of the mechanism: constant, or an input where parameters are kept.
using Number = std::function<Expression(double)>;

/// What rounding leaves of a zero beside numbers of a size is zero.
double withoutRounding(double value, double size);
kernels::PlannedRevolute withoutRounding(kernels::PlannedRevolute revolute);
kernels::FloatingBody<double> withoutRounding(kernels::FloatingBody<double> body);

/// Numbers of a tree (cluster_tree_conversion.hpp); the inertias of bodies with the rotors that
/// ride on them.
class TreeNumbers {
 public:
  enum class Bodies {
    all,
    general  ///< of clusters that take the general recursion; for others, whom nothing asks,
             ///< constants
  };
  TreeNumbers(const Plan& plan, const Number& number, Bodies bodies)
      : plan_(plan), number_(number), bodies_(bodies) {}

  class OfBody {
   public:
    OfBody(const RigidBodyInertia<double>& inertia, const Number* number)
        : inertia_(inertia), number_(number) {}
    Expression operator()(double value) const { return number_ ? (*number_)(value) : value; }
    FactoredPose<Expression> operator()(const Transform<double>& from) const;
    /// Of the body with its rotors, whatever is given.
    RigidBodyInertia<Expression> operator()(const RigidBodyInertia<double>&) const;

   private:
    const RigidBodyInertia<double>& inertia_;
    const Number* number_;
  };
  OfBody of(int treeBody) const {
    const bool isAsked = bodies_ == Bodies::all || !plan_.isFast(treeBody);
    return {plan_.inertia(treeBody), isAsked ? &number_ : nullptr};
  }

 private:
  const Plan& plan_;
  const Number& number_;
  Bodies bodies_;
};

/// The memory of the recursion over revolute joints with the plan's numbers.
KernelWorkspace<Expression> symbolicRevolutes(const Plan& plan, const Number& number);

}  // namespace linkwork::codegen
