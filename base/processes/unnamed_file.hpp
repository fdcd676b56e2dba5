#pragma once

#include <cstdio>
#include <memory>

namespace warpmark::processes {

struct file_closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// A file without a name, which a child process reads or writes as one of its standard streams: a
/// pipe would have to be polled. It is closed in a program that is executed.
using unnamed_file = std::unique_ptr<std::FILE, file_closer>;

/// Throws std::system_error.
unnamed_file make_unnamed_file();

}  // namespace warpmark::processes
