import Bridge
import System

CurrentProcess.openStandardDescriptors()
CurrentProcess.exit(status: CommandLineTool.run().rawValue)
