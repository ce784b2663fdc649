// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ITokenTransferrer, SendTokensInput} from "../interfaces/ITokenTransferrer.sol";
import {DevnetMessenger} from "./DevnetMessenger.sol";
import {
    ITeleporterReceiver,
    SingleHopSendMessage,
    TeleporterFeeInfo,
    TeleporterMessageInput,
    TransferrerMessage,
    TransferrerMessageType
} from "./TeleporterTypes.sol";

/// @title What a home and a remote have in common
abstract contract DevnetTransferrer is ITokenTransferrer, ITeleporterReceiver {
    using SafeERC20 for IERC20;

    /// @notice The messenger that carries the messages.
    DevnetMessenger public immutable MESSENGER;

    event TokensSent(
        bytes32 indexed teleporterMessageID, address indexed sender, SendTokensInput input, uint256 amount
    );
    event TokensWithdrawn(address indexed recipient, uint256 amount);

    /// @notice The recipient is zero, or no gas is given to the delivery.
    error InvalidInput();
    /// @notice Only one hop, between a home and its remote, is carried.
    error MultiHopUnsupported();
    /// @notice The transferrer there is not known here.
    error NotRegistered();
    /// @notice It is known already.
    error AlreadyRegistered();
    /// @notice The home does not hold what stands behind the remote's tokens yet.
    error CollateralNeeded();
    /// @notice Nothing of the amount, or of the fee, is left.
    error ZeroAmount();
    /// @notice Messages come from the messenger only.
    error NotMessenger();
    /// @notice The message is of a kind that is not carried.
    error UnsupportedMessage();

    constructor(DevnetMessenger messenger) {
        MESSENGER = messenger;
    }

    modifier onlyMessenger() {
        if (msg.sender != address(MESSENGER)) revert NotMessenger();
        _;
    }

    /// @notice This chain's blockchain id.
    function getBlockchainID() external view returns (bytes32) {
        return MESSENGER.blockchainID();
    }

    function _requireSingleHop(SendTokensInput calldata input) internal pure {
        if (input.recipient == address(0) || input.requiredGasLimit == 0) revert InvalidInput();
        if (input.secondaryFee != 0 || input.multiHopFallback != address(0)) revert MultiHopUnsupported();
    }

    /// @dev Takes tokens from the caller. The amount received counts, not the amount asked for.
    function _take(IERC20 token, uint256 amount) internal returns (uint256) {
        uint256 balance = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        uint256 taken = token.balanceOf(address(this)) - balance;
        if (taken == 0) revert ZeroAmount();
        return taken;
    }

    function _sendTokens(SendTokensInput calldata input, uint256 amount, uint256 fee) internal {
        bytes32 messageID = _sendMessage(
            input.destinationBlockchainID,
            input.destinationTokenTransferrerAddress,
            TeleporterFeeInfo(input.primaryFeeTokenAddress, fee),
            input.requiredGasLimit,
            TransferrerMessage(
                TransferrerMessageType.SingleHopSend, abi.encode(SingleHopSendMessage(input.recipient, amount))
            )
        );
        emit TokensSent(messageID, msg.sender, input, amount);
    }

    function _sendMessage(
        bytes32 destinationBlockchainID,
        address destination,
        TeleporterFeeInfo memory fee,
        uint256 gasLimit,
        TransferrerMessage memory message
    ) internal returns (bytes32) {
        if (fee.amount > 0) {
            IERC20(fee.feeTokenAddress).safeIncreaseAllowance(address(MESSENGER), fee.amount);
        }
        return MESSENGER.sendCrossChainMessage(
            TeleporterMessageInput({
                destinationBlockchainID: destinationBlockchainID,
                destinationAddress: destination,
                feeInfo: fee,
                requiredGasLimit: gasLimit,
                allowedRelayerAddresses: new address[](0),
                message: abi.encode(message)
            })
        );
    }

    /// @dev From the home's base units to the remote's. A remainder is lost.
    function _toRemote(uint256 amount, uint256 multiplier, bool isMultiplied) internal pure returns (uint256) {
        return isMultiplied ? amount * multiplier : amount / multiplier;
    }

    /// @dev From the remote's base units to the home's.
    function _toHome(uint256 amount, uint256 multiplier, bool isMultiplied) internal pure returns (uint256) {
        return isMultiplied ? amount / multiplier : amount * multiplier;
    }

    function _scaleOf(uint8 homeDecimals, uint8 remoteDecimals)
        internal
        pure
        returns (uint256 multiplier, bool isMultiplied)
    {
        isMultiplied = remoteDecimals > homeDecimals;
        multiplier = 10 ** uint256(isMultiplied ? remoteDecimals - homeDecimals : homeDecimals - remoteDecimals);
    }
}
