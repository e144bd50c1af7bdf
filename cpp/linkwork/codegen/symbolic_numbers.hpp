#pragma once

#include <functional>

#include "linkwork/dynamics/hinges/hinge_memory.hpp"
#include "linkwork/symbolic/expression_scalar.hpp"

/// A mechanism's numbers as expressions. What rounding has left of a zero or a one would keep whole
/// products from folding away, so it is wiped off here.
namespace linkwork::codegen {

using symbolic::Expression;

/// A number of the mechanism: constant, or an input where parameters are kept.
using Number = std::function<Expression(double)>;

/// What rounding leaves of a zero beside numbers of a size is zero.
double withoutRounding(double value, double size);

/// Numbers of the clusters that take the general recursion, rotors that ride on their bodies
/// included; of all other bodies, which nothing asks for, constants (cluster_tree_conversion.hpp).
class GeneralNumbers {
 public:
  GeneralNumbers(const Plan& plan, const Number& number) : plan_(plan), number_(number) {}

  class OfBody {
   public:
    OfBody(const RigidBodyInertia<double>& inertia, const Number* number)
        : inertia_(inertia), number_(number) {}
    Expression operator()(double value) const { return number_ ? (*number_)(value) : value; }
    Transform<Expression> operator()(const Transform<double>& from) const;
    /// Of the body with its rotors, whatever is given.
    RigidBodyInertia<Expression> operator()(const RigidBodyInertia<double>&) const;

   private:
    const RigidBodyInertia<double>& inertia_;
    const Number* number_;
  };
  OfBody of(int treeBody) const {
    return {plan_.inertia(treeBody), plan_.isFast(treeBody) ? nullptr : &number_};
  }

 private:
  const Plan& plan_;
  const Number& number_;
};

/// The memory of the recursion over hinges with the plan's numbers.
HingeMemory<Expression> symbolicHinges(const Plan& plan, const Number& number);

}  // namespace linkwork::codegen
