#pragma once

#include <functional>

#include "linkwork/dynamics/kernels/kernel_workspace.hpp"
#include "linkwork/spatial/factored_pose.hpp"
#include "linkwork/symbolic/expression_scalar.hpp"

/// A mechanism's numbers as expressions, with rounding errors of zeros and ones removed. Without
/// this, products with them do not fold away.
namespace linkwork::codegen {

using symbolic::Expression;

/// A number of the mechanism: constant, or an input if parameters are kept.
using Number = std::function<Expression(double)>;

/// Replaces a value by zero if it is a rounding error of numbers of a size.
double withoutRounding(double value, double size);
kernels::PlannedRevolute withoutRounding(kernels::PlannedRevolute revolute);
kernels::FloatingBody<double> withoutRounding(kernels::FloatingBody<double> body);

/// Numbers of a tree (cluster_tree_conversion.hpp); inertias include the rotors on the bodies.
class TreeNumbers {
 public:
  enum class Bodies {
    all,
    general  ///< of clusters with the general recursion; of others, where they are not used,
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
    /// Inertia of the body with its rotors; ignores the argument.
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

/// Workspace of the recursion over revolute joints, with the plan's numbers.
KernelWorkspace<Expression> symbolicRevolutes(const Plan& plan, const Number& number);

}  // namespace linkwork::codegen
