// As config.hpp: attributes that only warn.
#pragma once

#define PINOCCHIO_DEPRECATED
#define PINOCCHIO_DEPRECATED_MESSAGE(message)
#define PINOCCHIO_DEPRECATED_HEADER(message)
