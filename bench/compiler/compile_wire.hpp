#pragma once

#include <string>
#include <vector>

#include "base/processes/frame_channel.hpp"
#include "bench/compiler/compiled_kernel.hpp"

// Messages between a kernel_compiler and its compile processes. Both are the same program, so there
// is no version.

namespace warpmark::compiler {

using processes::frame_channel;

/// The first message.
struct compile_setup {
  std::string nvrtc;                 ///< The library's path.
  std::vector<header_text> headers;  ///< For requests without their own headers.
  bool confined = false;             ///< See compiler_options::confined.
};

frame_channel::frame to_frame(const compile_setup& setup);
frame_channel::frame to_frame(const compile_request& request);

/// Each throws std::exception for a frame that to_frame() does not create.
compile_setup setup_of_frame(const frame_channel::frame& from);
compile_request request_of_frame(const frame_channel::frame& from);

frame_channel::frame answer_of(const compiled_kernel& kernel);
frame_channel::frame answer_of(const compile_error& error);

/// The kernel of an answer. Throws compile_error if the answer is an error.
compiled_kernel kernel_of_answer(const frame_channel::frame& answer);

}  // namespace warpmark::compiler
