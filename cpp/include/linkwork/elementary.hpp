#pragma once

/// The elementary functions as every scalar of the library computes them: additions, products,
/// quotients and square roots alone, each rounded as IEEE 754 says, so they have the same bits
/// where they run. Those of the standard library differ from one system to the next.
///
/// A joint function that says `using linkwork::elementary::sin;` keeps that promise; one that says
/// `using std::sin;` moves as well, but not to the same last bit everywhere.
///
/// errors  in units in the last place: log 0.51; exp, pow 0.9; hypot 1.2; atan, atan2 1.5; asin,
///         acos 2.1; sin, cos 2.4, also of large angles; tan 3.5
/// special values are those of the standard library (C, annex F): zeros keep their sign, what is
///         not defined is NaN
namespace linkwork::elementary {

double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double atan2(double y, double x);
double exp(double x);
double log(double x);
double pow(double x, double y);
double hypot(double x, double y);

}  // namespace linkwork::elementary
