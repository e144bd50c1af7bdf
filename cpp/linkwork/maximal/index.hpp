#pragma once

#include "linkwork/model/index.hpp"

namespace linkwork::maximal {

using detail::at;

}  // namespace linkwork::maximal
